import type { Knex, PluginContext } from '@atrium/sdk'
import { touched } from '../touched.ts'
import type { Connector } from './connector.ts'
import { CONNECTORS } from './connector.ts'
import { openConnector, type OpenedConnector } from './connector-store.ts'
import { describedAs, type ToolRow, toolRows, type ToolState } from './connector-tool.ts'
import { differenceOf, offeredName, pinOf, type ToolDefinition, unusable } from './definition.ts'
import { apiTools } from './http.ts'
import { McpServer } from './mcp.ts'
import { Reach } from './reach.ts'
import { lockWaiting, noteWaiting } from './waiting-tools.ts'

type Context = Pick<PluginContext, 'db' | 'secrets' | 'fetch' | 'signal' | 'jobs' | 'log' | 'events'>

/** Seconds for reading all tools of a system. */
const SECONDS = 30

/**
 * Reads the tools of an external system and compares them with the accepted ones. @throws ApiError that is also stored with the connector
 */
export async function readTools(id: number, context: Context, signal?: AbortSignal): Promise<void> {
  const connector = await openConnector(id, context)
  const reach = new Reach(connector, context, { seconds: SECONDS, signal })
  try {
    const found = await toolsOf(connector, reach)
    const detail = await keepTools(connector, found, context.db)
    await keepStatus(connector, { status: 'ready', detail }, context.db)
  } catch (thrown) {
    const error = reach.failure(thrown)
    await keepStatus(connector, { status: 'failed', detail: error.message }, context.db)
    throw error
  }
}

async function toolsOf(connector: OpenedConnector, reach: Reach): Promise<readonly ToolDefinition[]> {
  if (connector.kind === 'http') return apiTools(reach)
  await using server = await McpServer.open(reach)
  return await server.tools()
}

interface Result {
  readonly status: Connector['status']
  readonly detail: string
}

const keepStatus = ({ id }: OpenedConnector, { status, detail }: Result, db: Knex) =>
  db(CONNECTORS)
    .where({ id })
    .update({ status, status_detail: detail.slice(0, 500), checked_at: new Date().toISOString(), ...touched(db) })

/** More tools than any agent can use. */
const MOST_TOOLS = 1_000

/** Stores the tools that were found, and returns what an operator has to know about them. */
function keepTools({ id, prefix }: OpenedConnector, found: readonly ToolDefinition[], db: Knex): Promise<string> {
  return db.transaction(async (trx) => {
    // Simultaneous reads are processed one after another.
    await lockWaiting(id, trx)
    const rows = await toolRows(trx).where({ connector_id: id }).select()
    const byName = new Map(rows.map((row) => [row.name, row]))
    const taken = new Set(rows.map(({ tool }) => tool))
    const usable = distinct(found.filter((each) => unusable(each) === undefined)).slice(0, MOST_TOOLS)
    for (const definition of usable) {
      const row = byName.get(definition.name)
      byName.delete(definition.name)
      if (row) await keepChange(row, definition, trx)
      else await addTool({ connector_id: id, tool: newName(definition, { prefix, taken }), definition }, trx)
    }
    for (const row of byName.values()) await keepGone(row, trx)
    await noteWaiting(id, trx)
    return summary({ connector_id: id, left: found.length - usable.length }, trx)
  })
}

const distinct = (found: readonly ToolDefinition[]) => [...new Map(found.map((each) => [each.name, each])).values()]

function newName({ name }: ToolDefinition, { prefix, taken }: { prefix: string; taken: Set<string> }): string {
  const tool = offeredName(prefix, name, taken)
  taken.add(tool)
  return tool
}

interface NewTool {
  readonly connector_id: number
  readonly tool: string
  readonly definition: ToolDefinition
}

async function addTool({ connector_id, tool, definition }: NewTool, db: Knex): Promise<void> {
  const at = new Date().toISOString()
  await db('ai_agents_connector_tools').insert({
    ...{ connector_id, tool, name: definition.name, ...describedAs(definition, pinOf(definition)) },
    ...{ state: 'quarantine', only_reads: false, created_at: at, updated_at: at, version: 1 },
  })
}

/** Stores the present description of a known tool. One that equals the accepted version is accepted, even if it differed for a while. */
async function keepChange(row: ToolRow, definition: ToolDefinition, db: Knex): Promise<void> {
  const hash = pinOf(definition)
  const state = stateOf(row, hash)
  if (hash === row.hash && state === row.state) return
  const accepted = row.accepted === null ? undefined : (JSON.parse(row.accepted) as ToolDefinition)
  const difference = state === 'changed' && accepted ? JSON.stringify(differenceOf(accepted, definition)) : null
  await toolRows(db)
    .where({ id: row.id })
    .update({ ...describedAs(definition, hash), state, difference, ...touched(db) } as object)
}

function stateOf({ state, accepted_hash }: ToolRow, hash: string): ToolState {
  if (state === 'refused') return state
  if (accepted_hash === null) return 'quarantine'
  return accepted_hash === hash ? 'accepted' : 'changed'
}

/** A tool that was never accepted is deleted without a trace. */
async function keepGone({ id, accepted_hash, state }: ToolRow, db: Knex): Promise<void> {
  const row = toolRows(db).where({ id })
  if (accepted_hash === null) await row.delete()
  else if (state !== 'gone') await row.update({ state: 'gone', difference: null, ...touched(db) } as object)
}

async function summary({ connector_id, left }: { connector_id: number; left: number }, db: Knex): Promise<string> {
  const states = await toolRows(db).where({ connector_id }).pluck('state')
  const count = (...of: ToolState[]) => states.filter((state) => of.includes(state)).length
  const parts = [
    `${states.length === 1 ? '1 tool' : `${states.length} tools`}: ${count('accepted')} accepted`,
    `${count('quarantine')} new`,
    `${count('changed')} changed`,
    `${count('refused', 'gone')} refused or gone`,
  ]
  const more = left > 0 ? ` ${left} left out, because they are too large, too many or named twice.` : ''
  return `${parts.join(', ')}.${more}`
}

/**
 * Records which accepted tools differ from their accepted version, as noticed by a call. Waiting tools are left as the operator sees them,
 * so that nothing changes between a look and a decision.
 */
export async function noticeChanges(
  connector_id: number,
  found: readonly ToolDefinition[],
  { db }: Pick<Context, 'db'>,
): Promise<void> {
  const now = new Map(found.map((definition) => [definition.name, definition]))
  for (const row of await toolRows(db).where({ connector_id, state: 'accepted' }).select()) {
    const definition = now.get(row.name)
    await (definition === undefined ? keepGone(row, db) : keepChange(row, definition, db))
  }
  await noteWaiting(connector_id, db)
}
