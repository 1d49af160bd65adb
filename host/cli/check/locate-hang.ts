import type { ChildProcess } from 'node:child_process'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import { relativeFile } from '../../plugins/load/author-frame.ts'
import { pauseProcess } from './pause-process.ts'
import type { PausedFrame } from './pause-process.ts'

/** The functions of the contract, by which a stack tells which of them was called. */
const EXPORTS = ['register_resources', 'register_routes', 'register_mcp_tools', 'register_channels', 'setup', 'health']

/** Milliseconds that the process has to say where it is. */
const PATIENCE = 3_000

/** What keeps a process from doing anything else: the plugin's function and line, where its debugger can tell. */
export async function locateHang(
  child: ChildProcess,
  { directory, limit }: { directory: string; limit: number },
): Promise<Diagnostic> {
  const frames = await pauseProcess(child, { patience: PATIENCE })
  const own = frames.filter(({ file }) => file !== undefined && !relativeFile(file, directory).startsWith('..'))
  const [top] = own
  const name = own.map((frame) => frame.name).findLast((each) => EXPORTS.includes(each))
  const where = top?.file === undefined ? undefined : placeOf({ ...top, file: top.file }, directory)
  return diagnose(name === undefined ? 'load_timeout' : 'stage_timeout', {
    message: `[${name ?? 'the plugin'}] has kept the process busy for ${limit / 1000} s: a host would answer nobody meanwhile.`,
    ...(where && { where }),
    fix: where ? 'Look for a loop at this line that never ends.' : 'Look for a loop that never ends.',
  })
}

const placeOf = ({ file, line, column }: PausedFrame & { file: string }, directory: string) => ({
  file: relativeFile(file, directory),
  line,
  column,
})
