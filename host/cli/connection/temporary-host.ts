import type { HostOptions } from '../../base/config/index.ts'
import { silentLogger } from '../../base/log/index.ts'
import { createSecret } from '../../core/auth/index.ts'
import { startHost } from '../../host.ts'
import { HostClient } from './host-client.ts'

/** A host that runs for one command. */
export interface TemporaryHost {
  readonly client: HostClient
  /** Resolves when it has tried to load its plugins. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

/** Starts a host on a free port with a random token. */
export async function startTemporaryHost(environment: HostOptions): Promise<TemporaryHost> {
  const publicUrl = laterUrl(environment)
  const own = { port: 0, host: '127.0.0.1', publicUrl, adminToken: createSecret().text, watch: false }
  const development = process.env.NODE_ENV !== 'production'
  const given = { log: silentLogger, development, isTemporary: true }
  const host = await startHost({ ...environment, ...own, ...given })
  return {
    client: new HostClient({ url: host.url, token: own.adminToken }, { isTemporary: true }),
    ready: host.ready,
    close: () => host.close(),
  }
}

/** The expected address of the next host, so that links made now will work then. Undefined if unknown. */
function laterUrl({ publicUrl, host, port }: HostOptions): string | undefined {
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)
  const name = isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return publicUrl ?? (port === 0 ? undefined : `http://${name}:${port}`)
}
