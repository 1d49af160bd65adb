import path from 'node:path'
import { after } from 'mocha'
import { createPrincipal } from '../../../../host/core/auth/identity.ts'
import type { Identity } from '../../../../host/core/auth/identity.ts'
import { createApp } from '../../../../host/doors/http/app.ts'
import type { DispatchOptions } from '../../../../host/doors/http/dispatch.ts'
import { listen } from '../../../../host/doors/http/listen.ts'
import type { Listening, ListenOptions } from '../../../../host/doors/http/listen.ts'
import { openDatabase } from '../../../../host/base/db/index.ts'
import { createLogger } from '../../../../host/base/log/index.ts'
import { operationMigrations } from '../../../../host/core/operations/migrations.ts'
import { createPerform } from '../../../../host/core/operations/perform.ts'
import { Registries } from '../../../../host/core/registries/registries.ts'
import { createSite } from '../../../../host/doors/routes/site.ts'
import type { PluginControl } from '../../../../host/doors/routes/plugin-control.ts'
import { placeMigratedDatabase } from '../../../../host/testing/migrated-database.ts'
import { sendRaw } from '../../../helpers/send-raw.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

/** The people of the tests; the name is the bearer token. */
const PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  operator: ['*'],
  clerk: ['platform.shell.view', 'things.things.view'],
  stranger: ['nothing.at.all'],
}

export interface TestServer extends Listening {
  readonly registries: Registries
  readonly logged: Record<string, unknown>[]
  readonly shellDirectory: string
  readonly state: { started: boolean; database: boolean }
  /** Sends a request, as the operator by default. */
  ask(path: string, init?: RequestInit & { as?: string | null }): Promise<Response>
  /** Writes the bytes as given and reads until the server closes the connection or the responses contain `until`. */
  raw(text: string, until?: string): Promise<string>
}

export interface TestServerOptions
  extends ListenOptions, Partial<Pick<DispatchOptions, 'bodyLimit' | 'limitCaller' | 'limitAddress' | 'turns'>> {
  readonly publish?: (registries: Registries) => void
}

/** The platform's HTTP server without plugins and with a stub for sign-in. It is closed at the end of the suite. */
export async function startServer({ publish, ...options }: TestServerOptions = {}): Promise<TestServer> {
  const { directory: shellDirectory, remove } = await createTestDirectory()
  const logged: Record<string, unknown>[] = []
  const stream = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }
  const log = await createLogger({ level: 'info', pretty: false, stream })
  const dataDir = path.join(shellDirectory, 'data')
  await placeMigratedDatabase(dataDir, operationMigrations)
  const database = await openDatabase({ dataDir })
  const registries = new Registries()
  publish?.(registries)
  const state = { started: true, database: true }
  const perform = createPerform({ database, operations: registries.operations, log })
  const site = createSite({
    registries,
    perform,
    plugins: NO_PLUGINS,
    migratePlugin: async () => undefined,
    seeds: { fill: () => Promise.resolve(undefined), progressOf: () => undefined },
    development: false,
    shellDirectory,
    isStarted: () => state.started,
    findTrouble: () => Promise.resolve(state.database ? undefined : 'database_unavailable'),
  })
  const app = createApp({ registries, perform, authenticate, site, log, ...options })
  const listening = await listen(app, { ...options, log })
  after(async () => {
    await listening.close(100)
    await database.close()
    await remove()
  })
  const ask: TestServer['ask'] = (path, { as = 'operator', headers, ...init } = {}) =>
    fetch(`${listening.url}${path}`, {
      ...init,
      headers: { ...(as === null ? {} : { authorization: `Bearer ${as}` }), ...(headers as Record<string, string>) },
    })
  return {
    ...listening,
    registries,
    logged,
    shellDirectory,
    state,
    ask,
    raw: (text, until) => sendRaw(listening.url, text, { until }),
  }
}

/** A read-only stub: nothing can be changed, and publications stand in for plugins. */
const NO_PLUGINS: PluginControl = {
  change: () => Promise.resolve(undefined),
  settings: () => undefined,
  changeSettings: () => Promise.resolve(undefined),
  discover: () => Promise.resolve([]),
}

const identities = new Map(Object.entries(PERMISSIONS).map(([id, permissions]) => [id, identityOf(id, permissions)]))

function identityOf(id: string, permissions: readonly string[]): Identity {
  return { caller: createPrincipal({ id, kind: 'token', name: id, permissions }), by: 'bearer' }
}

/** The people of the tests. `test/host/auth` tests sign-in. */
const authenticate: DispatchOptions['authenticate'] = ({ authorization, cookie }) => {
  if (cookie === 'session=operator') return { ...identityOf('operator', ['*']), by: 'cookie' }
  return identities.get(authorization?.replace('Bearer ', '') ?? '')
}
