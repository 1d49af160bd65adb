import { readHostFile } from '../../base/config/index.ts'
import { DatabaseError } from '../../base/db/index.ts'
import { isProcessRunning } from '../../base/lifetime/index.ts'
import { CommandFailed } from '../output/command-failed.ts'
import { findHost, notAnswering } from './find-host.ts'
import { HostClient } from './host-client.ts'
import type { OpenOptions } from './open-plugins.ts'

/**
 * Runs work that needs a host: on the running host. If none runs, starts one on a free port with a random token, and closes it
 * afterwards.
 * @throws CommandFailed `host_not_answering`; `host_not_found` if a host has the database open but was not found; any error that prevents a host from starting
 */
export async function withHost<Result>(
  { environment, url, token }: OpenOptions,
  work: (host: HostClient) => Promise<Result>,
): Promise<Result> {
  const { dataDir, adminToken } = environment
  const running = await findHost({ dataDir, url, token, adminToken })
  if (running) return work(new HostClient(running))
  // A host has many modules; a command that finds a running host starts in half the time without them.
  const { startTemporaryHost } = await import('./temporary-host.ts')
  const host = await startTemporaryHost(environment).catch(explainInUse(dataDir))
  try {
    await host.ready
    return await work(host.client)
  } finally {
    await host.close()
  }
}

/** Handles an error while opening the database: throws why the host that has it open was not found, or else the error itself. */
export const explainInUse =
  (dataDir: string) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof DatabaseError) || error.code !== 'database_in_use') throw error
    const left = await readHostFile(dataDir)
    throw left !== undefined && isProcessRunning(left.pid) ? notAnswering(left, error) : notFound(dataDir, error)
  }

/** The host is still starting, or could not write its `host.json`. */
const notFound = (dataDir: string, cause: unknown) =>
  new CommandFailed('host_not_found', {
    message: `A host runs on the data directory [${dataDir}], but its host.json does not say where it listens.`,
    fix: 'If it is starting, try again in a moment. Otherwise pass its --url and --token.',
    cause,
  })
