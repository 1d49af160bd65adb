import type { MessageCall } from '@atrium/sdk'
import type { MessageRule, Withhold } from '@atrium/sdk/host'
import { Type } from '@atrium/sdk'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'mocha'
import type { ClientOptions } from 'ws'
import { createLogger } from '../../../../host/base/log/index.ts'
import type { Lease } from '../../../../host/base/lifetime/index.ts'
import type { Message, Namespace } from '../../../../host/core/registries/namespace-registry.ts'
import { Registries } from '../../../../host/core/registries/registries.ts'
import { explainMissingNamespace } from '../../../../host/doors/routes/reasons/missing-routes.ts'
import { createGateway, type Gateway, type GatewayOptions } from '../../../../host/doors/ws/gateway.ts'
import type { TestTarget } from '../../../helpers/databases.ts'
import { openSocket, refusal, type TestSocket } from '../../../helpers/test-socket.ts'
import { startAuth, type TestAuth } from '../../core/auth/start-auth.ts'

/** A running gateway with sign-in and registries, and no plugins except those that the test publishes. */
export interface TestGateway extends Pick<Gateway, 'publishFor' | 'close'> {
  readonly url: string
  readonly registries: Registries
  readonly auth: TestAuth
  /** The log entries of level `warn` and above, and the end of each connection. */
  readonly logged: Record<string, unknown>[]
  /** Opens a connection, by default with the token that may do everything. `query` is the part after the question mark. */
  open(options?: OpenOptions): Promise<TestSocket>
  refused(options?: OpenOptions & { path?: string }): ReturnType<typeof refusal>
  /** Gives these permissions to the operator, the only person. */
  permit(permissions: readonly string[]): Promise<unknown>
  /** Signs the operator in with these permissions. */
  signIn(permissions: readonly string[]): Promise<string>
}

export interface OpenOptions extends ClientOptions {
  readonly query?: string
}

export const TOKEN = 'a-token-that-may-do-everything'

export async function startGateway(
  target: TestTarget,
  options: Pick<GatewayOptions, 'limits' | 'limitAddress' | 'turns'> = {},
): Promise<TestGateway> {
  const auth = await startAuth(target, { adminToken: TOKEN })
  const registries = new Registries()
  const logged: Record<string, unknown>[] = []
  const stream = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }
  const gateway = createGateway({
    registries,
    auth: auth.auth,
    database: auth.database,
    permissions: { shell: 'platform.shell.view', plugins: 'platform.plugins.view' },
    explain: (namespace, owner) => explainMissingNamespace(registries, namespace, owner),
    log: await createLogger({ level: 'info', pretty: false, stream }),
    ...options,
  })
  const server = createServer().on('upgrade', gateway.upgrade)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(async () => {
    await gateway.close()
    server.close()
  })
  const base = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  const withToken = ({ headers = { authorization: `Bearer ${TOKEN}` }, ...rest }: OpenOptions) => ({ ...rest, headers })
  const permit = async (permissions: readonly string[]) => {
    await auth.database.knex('platform_user_roles').delete()
    await auth.database.knex('platform_users').update({ permissions: JSON.stringify(permissions) })
  }
  return {
    ...gateway,
    url: base.replace('ws', 'http'),
    registries,
    auth,
    logged,
    open: ({ query = '', ...given } = {}) => openSocket(`${base}/api/v1/ws${query}`, withToken(given)),
    refused: ({ query = '', path = '/api/v1/ws', ...given } = {}) =>
      refusal(`${base}${path}${query}`, withToken(given)),
    permit,
    signIn: async (permissions) => {
      await permit(['*'])
      const cookie = await auth.signIn()
      await permit(permissions)
      return cookie
    },
  }
}

const NOTHING = { manifests: [], dashboards: [], forms: [], resources: [], operations: [], tools: [] } as const

type Handlers = Readonly<Record<string, (message: Message, exchange: MessageCall) => void | Promise<void>>>

export interface Published {
  readonly namespace?: string
  /** By message type. Default: accepts any payload from callers with the permission `<owner>.messages.send`. */
  readonly rules?: Readonly<Record<string, MessageRule>>
  readonly lease?: Lease
  readonly withhold?: Withhold
}

/** Publishes a generation of a plugin with one namespace, by default its own name, in place of the previous one. */
export function publishNamespace(
  registries: Registries,
  owner: string,
  handlers: Handlers,
  { namespace = owner, rules = {}, lease, withhold = (value) => value }: Published = {},
): void {
  const byDefault = { payload: Type.Unknown(), permission: `${owner}.messages.send` }
  const known = Object.fromEntries(Object.keys(handlers).map((type) => [type, rules[type] ?? byDefault]))
  const handler: Namespace['handler'] = (message, exchange) => handlers[message.type]?.(message, exchange)
  const published = { name: namespace, owner, rules: known, handler, withhold, ...(lease && { lease }) }
  registries.publish(owner, { ...NOTHING, namespaces: [published] })
}
