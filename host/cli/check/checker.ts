import { writeSync } from 'node:fs'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import { authorPlace } from '../../plugins/index.ts'
import { REPORT_FD } from './check-job.ts'
import type { CheckJob, CheckMessage } from './check-job.ts'
import { examinePlugin } from './examine-plugin.ts'

/**
 * The child process of `atrium plugins check`. The plugin may block or end it without harm to the parent. It writes its messages
 * synchronously, so that no message is lost when the process ends.
 */

/** Milliseconds between two heartbeats. */
const HEARTBEAT = 100

process.setSourceMapsEnabled(true)
Error.stackTraceLimit = 50
const job = JSON.parse(process.argv[2]!) as CheckJob
const say = (message: CheckMessage) => void writeSync(REPORT_FD, `${JSON.stringify(message)}\n`)
const thrown: Diagnostic[] = []

say({ alive: true })
setInterval(() => say({ alive: true }), HEARTBEAT)
process.on('uncaughtException', (error) => void thrown.push(uncaught(error)))
process.on('unhandledRejection', (error) => void thrown.push(uncaught(error)))
// `process.exit` emits this event synchronously, so the line that called it is on the stack.
process.on('exit', (code) => say({ diagnostics: [exited(code)] }))

const outcome = await examinePlugin(job).then(
  (found): CheckMessage => ({ ...found, diagnostics: [...found.diagnostics, ...thrown] }),
  (error: unknown): CheckMessage => ({
    failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }),
)
process.removeAllListeners('exit')
say(outcome)
process.exit(0)

function exited(code: number): Diagnostic {
  const where = authorPlace(new Error(), job.directory)
  const message = `The plugin ended its process with exit code ${code}. A host would end too.`
  return diagnose('process_ended', { message, ...(where && { where }) })
}

function uncaught(error: unknown): Diagnostic {
  const where = authorPlace(error, job.directory)
  const message = `The plugin threw an error that nothing could catch: ${error instanceof Error ? error.message : String(error)}`
  return diagnose('uncaught_error', { message, ...(where && { where }) })
}
