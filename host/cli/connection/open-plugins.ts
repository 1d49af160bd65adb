import type { HostOptions } from '../../base/config/index.ts'
import { findHost } from './find-host.ts'
import type { Plugins } from './plugins.ts'
import { runningPlugins } from './running-plugins.ts'
import { StoredPlugins } from './stored-plugins.ts'

export interface OpenOptions {
  readonly environment: HostOptions
  readonly url?: string
  readonly token?: string
}

/** The plugins of the host that runs; where none does, what is known of them without it. */
export async function openPlugins({ environment, url, token }: OpenOptions): Promise<Plugins> {
  const { dataDir, adminToken } = environment
  const host = await findHost({ dataDir, url, token, adminToken })
  return host ? runningPlugins(host) : new StoredPlugins(environment)
}
