import type { ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Diagnostic } from '@atrium/sdk/documents'
import { WebSocket } from 'ws'
import { diagnose } from '../../base/errors/index.ts'
import type { DebuggerFrame, ParsedScript, PausedFrame } from '../../plugins/index.ts'
import { pausedFrame, relativeFile } from '../../plugins/index.ts'
import { Deadline } from './deadline.ts'

/** The functions of the plugin contract. Their names in the stack show which one was called. */
const EXPORTS = ['register_resources', 'register_routes', 'register_mcp_tools', 'register_channels', 'setup', 'health']

/** Milliseconds that the debugger may take to pause the process. */
const PATIENCE = 3_000

/** Describes the code that keeps the process busy: the plugin's function and line, if the debugger can find them. */
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
    message: `[${name ?? 'the plugin'}] kept the process busy for ${limit / 1000} s. A host could not answer any request during this time.`,
    ...(where && { where }),
    fix: where ? 'Look for an endless loop at this line.' : 'Look for an endless loop.',
  })
}

const placeOf = ({ file, line, column }: PausedFrame & { file: string }, directory: string) => ({
  file: relativeFile(file, directory),
  line,
  column,
})

interface Event {
  readonly method?: string
  readonly params?: ParsedScript & { readonly callFrames?: readonly DebuggerFrame[] }
}

/**
 * Pauses a Node process that is busy in JavaScript with the debugger and returns its stack, innermost call first. The process stays
 * paused. Empty if the stack cannot be read: Windows has no signal for that, and native code cannot be paused.
 */
async function pauseProcess(child: ChildProcess, { patience }: { patience: number }): Promise<readonly PausedFrame[]> {
  if (process.platform === 'win32') return []
  const late = new Deadline(patience)
  late.begin()
  const givenUp = late.passed.then(() => [])
  try {
    const address = await Promise.race([openInspector(child), givenUp])
    return typeof address === 'string' ? await Promise.race([pause(address), givenUp]) : []
  } finally {
    late.cancel()
  }
}

/** SIGUSR1 makes a Node process open its inspector, in a separate thread, so this works while JavaScript blocks the process. */
function openInspector(child: ChildProcess): Promise<string> {
  const stderr = child.stderr!
  stderr.unpipe()
  child.kill('SIGUSR1')
  return new Promise((resolve) => {
    createInterface(stderr).on('line', (line) => {
      const [, address] = /^Debugger listening on (ws:\S+)$/.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
  })
}

async function pause(address: string): Promise<readonly PausedFrame[]> {
  const socket = new WebSocket(address)
  const scripts = new Map<string, ParsedScript>()
  try {
    await once(socket, 'open')
    for (const [id, method] of ['Debugger.enable', 'Debugger.pause'].entries())
      socket.send(JSON.stringify({ id, method }))
    for await (const [data] of on(socket, 'message') as AsyncIterable<[Buffer]>) {
      const { method, params = {} } = JSON.parse(data.toString()) as Event
      if (method === 'Debugger.scriptParsed' && params.scriptId !== undefined) scripts.set(params.scriptId, params)
      if (method === 'Debugger.paused') return (params.callFrames ?? []).map((frame) => pausedFrame(frame, scripts))
    }
    return []
  } finally {
    socket.terminate()
  }
}
