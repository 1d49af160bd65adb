import { ApiError, type Caller, type Knex, Type } from '@atrium/sdk'
import { invalidField } from '../sealed-store.ts'
import { touched } from '../touched.ts'
import { schemaProblem } from './arguments.ts'
import { type ToolRow, toolRows } from './connector-tool.ts'
import type { ToolDefinition } from './definition.ts'
import { lockWaiting, noteWaiting, waitingTools } from './waiting-tools.ts'

/** What an operator has seen and decided when they accept a tool. */
export const Acceptance = Type.Object(
  {
    only_reads: Type.Boolean({
      ...{ default: false, title: 'Use without asking' },
      description: 'For a tool that says of itself that it only reads: agents use it without approval',
    }),
  },
  { title: 'ToolAcceptance', additionalProperties: false },
)

/** The additional member for programs: the hash of the definition that they have seen. */
export const SeenAcceptance = Type.Object(
  {
    only_reads: Type.Optional(Acceptance.properties.only_reads),
    hash: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'The hash of the definition that you have seen. Another one is refused',
      }),
    ),
  },
  { title: 'SeenToolAcceptance', additionalProperties: false },
)

/** The body for programs that accept all waiting tools. */
export const SeenTools = Type.Object(
  {
    waiting_hash: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'The `waiting_hash` of the connector that you have seen. If other tools wait by now, none is accepted',
      }),
    ),
  },
  { title: 'SeenTools', additionalProperties: false },
)

type Given = { only_reads?: boolean | undefined; hash?: string | undefined }
type Deciding = { readonly caller: Caller; readonly db: Knex }

/** Accepts a tool exactly as described in its record. @throws ApiError 403 for agents, 404, 409, 422 */
export async function acceptTool(id: number, given: Given, by: Deciding): Promise<void> {
  requirePerson(by.caller)
  const row = await requireTool(id, by.db)
  await accept(row, given, by)
  await noteWaiting(row.connector_id, by.db)
}

/**
 * Accepts all waiting tools of a connector. @throws ApiError 403 for agents, 409 if one cannot be used, or if the waiting tools differ from
 * those seen
 */
export async function acceptAll(connector_id: number, seen: string | undefined, by: Deciding): Promise<void> {
  requirePerson(by.caller)
  const noted = await lockWaiting(connector_id, by.db)
  if (seen !== undefined && seen !== noted?.waiting_hash)
    throw conflict('Other tools wait by now, or they are described differently. Look at them again, then accept them.')
  for (const row of await waitingTools(connector_id, by.db).select()) await accept(row, {}, by)
  await noteWaiting(connector_id, by.db)
}

async function accept(row: ToolRow, { only_reads = false, hash }: Given, by: Deciding): Promise<void> {
  if (row.state === 'gone') throw conflict(`The system does not have [${row.tool}] any more. Read its tools again.`)
  if (hash !== undefined && hash !== row.hash)
    throw conflict(`[${row.tool}] is described differently by now. Look at it again before you accept it.`)
  const definition = JSON.parse(row.definition) as ToolDefinition
  if (only_reads && !claimsToRead(definition))
    throw invalidField('/only_reads', `[${row.tool}] does not say of itself that it only reads`)
  const problem = await schemaProblem(definition.input_schema)
  if (problem !== undefined) throw conflict(`[${row.tool}] cannot be used: its input schema is invalid: ${problem}`)
  const accepted = { accepted: row.definition, accepted_hash: row.hash, accepted_by: by.caller.name }
  const change = { ...accepted, accepted_at: new Date().toISOString(), only_reads, state: 'accepted', difference: null }
  // Accepts the version that was checked, not one from a simultaneous read.
  const taken = await toolRows(by.db)
    .where({ id: row.id, hash: row.hash, state: row.state })
    .update({ ...change, ...touched(by.db) } as object)
  if (taken !== 1) throw conflict(`[${row.tool}] has changed in this moment. Look at it again.`)
}

/** Refuses a tool, even if the system later changes its description. @throws ApiError 403 for agents, 404 */
export async function refuseTool(id: number, by: Deciding): Promise<void> {
  requirePerson(by.caller)
  const { connector_id } = await requireTool(id, by.db)
  await refuse([id], by.db)
  await noteWaiting(connector_id, by.db)
}

/** Refuses all waiting tools of a connector. @throws ApiError 403 for agents */
export async function refuseAll(connector_id: number, { caller, db }: Deciding): Promise<void> {
  requirePerson(caller)
  await lockWaiting(connector_id, db)
  await refuse(await waitingTools(connector_id, db).pluck('id'), db)
  await noteWaiting(connector_id, db)
}

async function refuse(ids: readonly number[], db: Knex): Promise<void> {
  const none = { accepted: null, accepted_hash: null, accepted_by: null, accepted_at: null }
  const change = { state: 'refused', difference: null, only_reads: false, ...none, ...touched(db) }
  await toolRows(db)
    .whereIn('id', ids)
    .update(change as object)
}

/** Whether the system claims that a tool only reads. The claim may be wrong or a lie. */
export const claimsToRead = ({ annotations }: ToolDefinition) => annotations?.readOnlyHint === true

function requirePerson({ kind }: Caller): void {
  if (kind !== 'agent') return
  throw new ApiError('permission_denied', {
    detail: 'Agents do not accept tools. A person has to look at what the system says of them.',
  })
}

async function requireTool(id: number, db: Knex): Promise<ToolRow> {
  const row = Number.isSafeInteger(id) ? await toolRows(db).where({ id }).first<ToolRow | undefined>() : undefined
  if (row !== undefined) return row
  throw new ApiError('record_not_found', { detail: `There is no tool [${id}] of a connector. Read the tools again.` })
}

const conflict = (detail: string) => new ApiError('connector_tool_conflict', { status: 409, detail })
