import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const SCRIPT = join(import.meta.dirname, 'postgres-server.mjs')

/**
 * Starts the PostgreSQL of this run. The helpers of the tests find it in the environment; a test run without it starts
 * one of its own.
 *
 * @returns {Promise<() => Promise<void>>} stops it
 */
export async function startPostgres() {
  const child = fork(SCRIPT, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exit = once(child, 'exit')
  const started = await Promise.race([once(child, 'message'), exit.then(() => undefined)])
  if (started !== undefined) process.env['ATRIUM_TEST_POSTGRES'] = String(started[0])
  return async () => {
    if (child.connected) child.disconnect()
    await exit
  }
}
