import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Diagnostic } from '@atrium/sdk/documents'
import { ownScript } from '../../base/config/index.ts'
import { diagnose } from '../../base/errors/index.ts'
import { readPluginManifest } from '../../plugins/index.ts'
import { REPORT_FD } from './check-job.ts'
import type { CheckJob, CheckMessage, CheckReport, Finding } from './check-job.ts'
import { Deadline } from './deadline.ts'
import { locateHang } from './locate-hang.ts'

/** The child's script: compiled if this file is compiled, or else TypeScript. */
const CHECKER = ownScript('cli/check/checker')

/** Milliseconds that each function of a plugin may take, as in a host. */
const LIMIT = 10_000

/** The number of functions that may take that long, with some in reserve. */
const FUNCTIONS = 12

interface CheckOptions extends Omit<CheckJob, 'scratch' | 'limit'> {
  /** As in `CheckJob`. Default 10 s. */
  readonly limit?: number
  /** Options of Node for the child. Default: those of this process. */
  readonly flags?: readonly string[]
}

/**
 * Checks a plugin in a child process. If the plugin blocks or ends that process, the report says so. The plugin's own output goes to
 * standard error.
 */
export async function checkPlugin({
  flags = process.execArgv,
  limit = LIMIT,
  ...job
}: CheckOptions): Promise<CheckReport> {
  const { directory } = job
  const { manifest } = await readPluginManifest(directory)
  const scratch = await mkdtemp(path.join(tmpdir(), 'atrium-check-'))
  try {
    const found = await watch(startChecker({ ...job, scratch, limit }, flags), { directory, limit })
    return { ...(manifest && { plugin: manifest.id, version: manifest.version }), directory, ...found }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Port 0: the inspector picks a free port, and only if a signal opens it. */
function startChecker(job: CheckJob, flags: readonly string[]): ChildProcess {
  const args = [...flags, '--inspect-port=127.0.0.1:0', CHECKER, JSON.stringify(job)]
  return spawn(process.execPath, args, { stdio: ['ignore', process.stderr, 'pipe', 'pipe'] })
}

/** Resolves with the child's report or, without one, with the reason for its absence. The child has ended by then. */
async function watch(
  child: ChildProcess,
  { directory, limit }: { directory: string; limit: number },
): Promise<Finding> {
  child.stderr!.pipe(process.stderr, { end: false })
  const gone = once(child, 'close') as Promise<[code: number | null, signal: NodeJS.Signals | null]>
  // Starts with the child's first message, so that the start of the process does not count.
  const silence = new Deadline(limit)
  const whole = new Deadline(limit * FUNCTIONS)
  whole.begin()
  const reported = new Promise<Finding>((resolve, reject) => {
    createInterface(child.stdio[REPORT_FD] as Readable).on('line', (line) => {
      const message = JSON.parse(line) as CheckMessage
      if ('diagnostics' in message) resolve(message)
      else if ('failed' in message) reject(new Error(message.failed))
      else silence.begin()
    })
  })
  try {
    return await Promise.race([
      reported,
      silence.passed.then(async () => ({ diagnostics: [await locateHang(child, { directory, limit })] })),
      whole.passed.then(() => ({
        diagnostics: [diagnose('stage_timeout', { message: 'The check of the plugin did not finish in time.' })],
      })),
      gone.then(([code, signal]) => ({ diagnostics: [ended(code, signal)] })),
    ])
  } finally {
    silence.cancel()
    whole.cancel()
    child.kill('SIGKILL')
    await gone
  }
}

function ended(code: number | null, signal: NodeJS.Signals | null): Diagnostic {
  const how = signal === null ? `exit code ${code}` : `signal ${signal}`
  return diagnose('process_ended', {
    message: `The process that loaded the plugin ended with ${how}. A host would end too.`,
  })
}
