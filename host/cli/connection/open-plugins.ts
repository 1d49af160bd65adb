import type { HostOptions } from '../../base/config/index.ts'
import type { HostAddress } from './find-host.ts'
import { findHost } from './find-host.ts'
import { HostClient } from './host-client.ts'
import type { Plugins } from './plugins.ts'

export interface OpenOptions {
  readonly environment: HostOptions
  readonly url?: string
  readonly token?: string
}

/** The plugins of the running host, or if none runs, the plugins according to folders, configuration and database. */
export async function openPlugins({ environment, url, token }: OpenOptions): Promise<Plugins> {
  const { dataDir, adminToken } = environment
  const host = await findHost({ dataDir, url, token, adminToken })
  if (host) return runningPlugins(host)
  const { StoredPlugins } = await import('./stored-plugins.ts')
  return new StoredPlugins(environment)
}

/** The plugins of a running host, over its REST interface. */
function runningPlugins(address: HostAddress): Plugins {
  const host = new HostClient(address)
  const pathOf = (id: string, verb: string) => `/api/v1/plugins/${encodeURIComponent(id)}/${verb}`
  return {
    url: host.url,
    list: () => host.get('/api/v1/plugins'),
    folders: () => host.get('/api/v1/platform/discovery'),
    act: (action, id, { cascade = false, dryRun = false } = {}) => {
      const flags = [...(dryRun ? ['dry_run=1'] : []), ...(cascade ? ['cascade=1'] : [])]
      return host.post(`${pathOf(id, action)}${flags.length > 0 ? `?${flags.join('&')}` : ''}`)
    },
    plan: (id, declares) =>
      host.post(`/api/v1/platform/plugins/${encodeURIComponent(id)}/plan`, declares ? { declares } : {}),
    reset: (id) => host.post(pathOf(id, 'reset')),
    migrate: (id, { to, dryRun }) => {
      const query = new URLSearchParams({ to, dry_run: dryRun ? '1' : '0' })
      return host.post(`${pathOf(id, 'migrate')}?${query.toString()}`)
    },
  }
}
