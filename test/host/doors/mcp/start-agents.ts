import { ApiError } from '@atrium/sdk'
import { after } from 'mocha'
import type { Identity } from '../../../../host/core/auth/identity.ts'
import { createPrincipal } from '../../../../host/core/auth/identity.ts'
import { openDatabase, type Database } from '../../../../host/base/db/index.ts'
import { createApp } from '../../../../host/doors/http/app.ts'
import { listen } from '../../../../host/doors/http/listen.ts'
import type { Site } from '../../../../host/doors/http/site.ts'
import { createLogger } from '../../../../host/base/log/index.ts'
import { createMcp } from '../../../../host/doors/mcp/mcp.ts'
import type { SessionLimits } from '../../../../host/doors/mcp/sessions.ts'
import { createPerform } from '../../../../host/core/operations/perform.ts'
import { operationMigrations } from '../../../../host/core/operations/migrations.ts'
import { placeMigratedDatabase } from '../../../../host/testing/migrated-database.ts'
import type { Publication } from '../../../../host/core/registries/publication.ts'
import { createTools } from '../../../../host/core/tools/index.ts'
import { Registries } from '../../../../host/core/registries/registries.ts'
import { type Agent, type AgentKind, connectAgent } from '../../../helpers/connect-agent.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

/** The people for whom the agents of the tests work; the name is the bearer token. */
const PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  operator: ['*'],
  clerk: ['shop.items.view', 'shop.stock.*'],
  stranger: ['nothing.at.all'],
}

/** A server with the MCP endpoint. */
export interface AgentServer {
  readonly url: string
  readonly registries: Registries
  readonly database: Database
  readonly logged: Record<string, unknown>[]
  /** Connects an agent that works for a person, by default the operator. It is disconnected at the end of the suite. */
  connect(kind: AgentKind, as?: string, query?: string): Promise<Agent>
  /** Sends a raw message. */
  send(
    message: unknown,
    init?: { as?: string | null; method?: string; headers?: Record<string, string> },
  ): Promise<Response>
  /** Publishes a plugin `shop` in place of the previous one. */
  publish(publication: Publication): void
  /** Closes the endpoint, as the host does before it closes its server. */
  closeEndpoint(): Promise<void>
}

/** Starts the platform's HTTP server with the MCP endpoint and an empty shop. It is closed at the end of the suite. */
export async function startAgents({ sessions }: { sessions?: SessionLimits } = {}): Promise<AgentServer> {
  const { directory, remove } = await createTestDirectory()
  const logged: Record<string, unknown>[] = []
  const stream = { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) }
  const log = await createLogger({ level: 'info', pretty: false, stream })
  await placeMigratedDatabase(directory, operationMigrations)
  const database = await openDatabase({ dataDir: directory, sqlite: 'prebuilt' })
  const registries = new Registries()
  const perform = createPerform({ database, operations: registries.operations, log, checkResponses: true })
  const tools = createTools({ registries, perform, log })
  const mcp = createMcp({ registries, tools, log, ...(sessions && { sessions }) })
  const app = createApp({ registries, perform, site, log, authenticate })
  const server = await listen(app)
  const agents: Agent[] = []
  after('close the server of the agents', async () => {
    for (const agent of agents) await agent[Symbol.asyncDispose]()
    await mcp.close()
    await server.close(100)
    await database.close()
    await remove()
  })
  return {
    url: server.url,
    registries,
    database,
    logged,
    connect: async (kind, as = 'operator', query = '') => {
      const agent = await connectAgent(kind, { url: server.url, token: as, query })
      agents.push(agent)
      return agent
    },
    send: (message, { as = 'operator', method = 'POST', headers = {} } = {}) =>
      fetch(`${server.url}/api/v1/mcp`, {
        method,
        headers: {
          ...(as !== null && { authorization: `Bearer ${as}` }),
          accept: 'application/json, text/event-stream',
          ...(method === 'POST' && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(method === 'POST' && { body: typeof message === 'string' ? message : JSON.stringify(message) }),
      }),
    publish: (publication) => registries.publish('shop', publication),
    closeEndpoint: () => mcp.close(),
  }
}

/** A stub without operations other than those of the registries. */
const missing = () => new ApiError('route_not_found', { detail: 'Nothing is here.' })
const site: Site = {
  documents: new Map(),
  beside: () => undefined,
  explain: missing,
  page: () => Promise.reject(missing()),
}

const identities = new Map(Object.entries(PERMISSIONS).map(([id, permissions]) => [id, identityOf(id, permissions)]))

function identityOf(id: string, permissions: readonly string[]): Identity {
  return { caller: createPrincipal({ id, kind: 'token', name: id, permissions }), by: 'bearer' }
}

/** The people of the tests. `test/host/auth` tests sign-in. */
const authenticate = ({
  authorization,
  cookie,
}: {
  authorization?: string | undefined
  cookie?: string | undefined
}) => {
  if (cookie === 'session=operator') return { ...identityOf('operator', ['*']), by: 'cookie' as const }
  return identities.get(authorization?.replace('Bearer ', '') ?? '')
}
