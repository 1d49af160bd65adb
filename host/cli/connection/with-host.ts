import { createSecret } from '../../core/auth/index.ts'
import { startHost } from '../../host.ts'
import { silentLogger } from '../../base/log/index.ts'
import { explainInUse } from './explain-in-use.ts'
import { findHost } from './find-host.ts'
import { HostClient } from './host-client.ts'
import type { OpenOptions } from './open-plugins.ts'

/**
 * Does something that only a host can do: with the one that runs; where none does, with one that is started for this alone, on a free
 * port and with a token that nobody else knows, and closed afterwards.
 * @throws CommandFailed `host_not_found` where a host has the database open but was not found; what keeps a host from starting
 */
export async function withHost<Result>(
  { environment, url, token }: OpenOptions,
  work: (host: HostClient) => Promise<Result>,
): Promise<Result> {
  const { dataDir, adminToken } = environment
  const running = await findHost({ dataDir, url, token, adminToken })
  if (running) return work(new HostClient(running))
  const own = { port: 0, host: '127.0.0.1', adminToken: createSecret().text, watch: false }
  const development = process.env.NODE_ENV !== 'production'
  const host = await startHost({ ...environment, ...own, log: silentLogger, development }).catch(explainInUse(dataDir))
  try {
    await host.ready
    return await work(new HostClient({ url: host.url, token: own.adminToken }))
  } finally {
    await host.close()
  }
}
