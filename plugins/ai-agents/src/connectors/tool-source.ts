import { AsyncLocalStorage } from 'node:async_hooks'
import { ApiError, type Knex, label_of, type PluginContext, present_caller, type Routes } from '@atrium/sdk'
import { isApiError } from '../is-api-error.ts'
import type { Agent } from '../agents/agent.ts'
import type { ChatTool, ToolAnswer, ToolSource, ToolUse } from '../tools/tool-source.ts'
import { toolHash } from '../tools/offered.ts'
import { checkArguments } from './arguments.ts'
import { callOnce } from './call-once.ts'
import { afterSending } from './connector-error.ts'
import { openConnector } from './connector-store.ts'
import { type ToolRow, toolRows } from './connector-tool.ts'
import { claimsToRead } from './decide-tool.ts'
import type { ToolDefinition } from './definition.ts'
import { callApi } from './http.ts'
import { McpServer } from './mcp.ts'
import { Reach } from './reach.ts'
import { noticeChanges } from './read-tools.ts'

/** The parts of the plugin's context that connectors use. */
export type ConnectorContext = Pick<
  PluginContext,
  'db' | 'secrets' | 'fetch' | 'signal' | 'jobs' | 'log' | 'events' | 'call'
>

/** The permission to use tools of connectors, through agents that have them. */
const MAY_CALL = 'ai-agents.connector-tools.call'

type Values = Readonly<Record<string, unknown>>

/** One call on its way from a conversation to the operation that runs it. */
interface Call {
  readonly row: AcceptedRow
  readonly input: Values
  readonly use: ToolUse
}

/** The present call of an agent. Requests from outside have none, so they cannot bypass the rules and approvals of agents. */
const present = new AsyncLocalStorage<Call>()

/** The accepted tools of an agent's connectors. They are offered in their accepted version, whatever the system reports now. */
export const connectorSource = (context: ConnectorContext): ToolSource => ({
  list: async (agent) => {
    if (!mayUseAnyOf(agent)) return []
    return (await acceptedRows(agent, context.db)).map(offeredTool)
  },
  checkOffer: async (tool, agent) => {
    if (!mayUseAnyOf(agent)) return
    const here = toolRows(context.db).where({ tool, state: 'changed' }).whereIn('connector_id', agent.connectors)
    if ((await here.first('id')) !== undefined) throw changed({ tool })
  },
  check: async (name, input) =>
    checkArguments(name, input, definitionOf(await requireAccepted(name, context.db)).input_schema),
  call: async (name, input, use) => {
    const row = await requireAccepted(name, context.db)
    if (use.tool_hash !== undefined && use.tool_hash !== toolHash(offeredTool(row))) throw changed(row)
    const path = `/api/v1/ai-agents/connector-tools/${row.id}/call`
    const outcome = (await present.run({ row, input, use }, () => context.call('POST', path))) as Outcome
    if ('failure' in outcome) throw thrownAgain(outcome.failure)
    return outcome
  },
})

const mayUseAnyOf = ({ connectors }: Pick<Agent, 'connectors'>) =>
  connectors.length > 0 && present_caller()?.can(MAY_CALL) === true

/** Whether a name belongs to a connector's tool. Tools of plugins have no hyphen. */
export const isOfConnector = (name: string) => name.includes('-')

/** The operation behind every call, so that each is in the audit log with the person, the agent, the conversation and the approval. */
export function callRoute(routes: Routes, context: ConnectorContext): Routes {
  return routes.post(
    '/connector-tools/{id}/call',
    {
      ...{ transaction: false, timeout_seconds: 118, permission: MAY_CALL },
      summary: 'Use a tool of a connector',
      description: 'Only for agents within a conversation. Other calls are refused.',
    },
    async ({ params: { id } }): Promise<Outcome> => {
      const call = present.getStore()
      if (call === undefined || String(call.row.id) !== id) throw onlyWithin()
      return callOnce(call.use.key, () => run(call, context).catch(asFailure), context.db)
    },
  )
}

/** A failure is an answer too: it is in the audit log, and repeated for a repeated request. */
type Outcome = ToolAnswer | { readonly failure: Failure }

interface Failure {
  readonly code: string
  readonly status: number
  readonly detail: string
}

function asFailure(error: unknown): Outcome {
  if (!isApiError(error)) throw error
  const { code, status, message } = error
  return { failure: { code, status, detail: message } }
}

const thrownAgain = ({ code, ...options }: Failure) => new ApiError(code, options)

async function run({ row, input, use }: Call, context: ConnectorContext): Promise<ToolAnswer> {
  const definition = definitionOf(row)
  await checkArguments(row.tool, input, definition.input_schema)
  const connector = await openConnector(row.connector_id, context)
  const reach = new Reach(connector, context, { seconds: connector.timeout_seconds, signal: use.signal })
  const sent = (error: unknown) => {
    throw afterSending(reach.failure(error))
  }
  if (connector.kind === 'http') return callApi(definition, input, reach).catch(sent)
  await using server = await McpServer.open(reach)
  const found = await server.tools()
  await noticeChanges(connector.id, found, context)
  const still = await toolRows(context.db)
    .where({ id: row.id, state: 'accepted', accepted_hash: row.accepted_hash })
    .first('id')
  if (still === undefined) throw changed(row)
  return await server.call(definition.name, input).catch(sent)
}

type AcceptedRow = ToolRow & {
  readonly accepted: string
  readonly accepted_hash: string
  readonly prefix: string
  readonly connector_title: string
}

/** Accepted tools of enabled connectors. */
const accepted = (db: Knex) =>
  db('ai_agents_connector_tools as tool')
    .join('ai_agents_connectors as connector', 'connector.id', 'tool.connector_id')
    .where({ 'tool.state': 'accepted', 'connector.enabled': true })
    .select<AcceptedRow[]>('tool.*', 'connector.prefix', 'connector.title as connector_title')

const acceptedRows = ({ connectors }: Pick<Agent, 'connectors'>, db: Knex) =>
  accepted(db).whereIn('tool.connector_id', connectors).orderBy('tool.tool')

async function requireAccepted(name: string, db: Knex): Promise<AcceptedRow> {
  const [row] = await accepted(db).where({ 'tool.tool': name })
  if (row === undefined) throw changed({ tool: name })
  return row
}

const definitionOf = ({ accepted }: AcceptedRow) => JSON.parse(accepted) as ToolDefinition

function offeredTool(row: AcceptedRow): ChatTool {
  const definition = definitionOf(row)
  const { title = label_of(definition.name), description, input_schema, annotations } = definition
  const read_only = Boolean(row.only_reads) && claimsToRead(definition)
  return {
    ...{ name: row.tool, description, input_schema, read_only },
    // People decide on it, so a tool of an external system must not look like one of ours.
    title: `${title} (${row.connector_title})`,
    destructive: !read_only && annotations?.destructiveHint !== false,
    connector: { prefix: row.prefix, pin: row.accepted_hash },
  }
}

const changed = ({ tool }: Pick<ToolRow, 'tool'>) =>
  new ApiError('connector_tool_changed', {
    status: 409,
    detail: `[${tool}] is not what an operator accepted, so it was not called. An operator has to look at what has changed.`,
  })

const onlyWithin = () =>
  new ApiError('permission_denied', {
    detail:
      'Tools of connectors are called by agents within a conversation. Chat with an agent that has the connector.',
  })
