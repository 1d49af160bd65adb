import { ApiError, type Caller, type Knex, type PluginContext, Type } from '@atrium/sdk'
import { invalidField } from '../sealed-store.ts'
import { touched } from '../touched.ts'
import { schemaProblem } from './arguments.ts'
import { type ToolRow, toolRows, type ToolState } from './connector-tool.ts'
import type { ToolDefinition } from './definition.ts'

/** What an operator has seen and says of a tool when they accept it. */
export const Acceptance = Type.Object(
  {
    only_reads: Type.Boolean({
      ...{ default: false, title: 'Use without asking' },
      description: 'For a tool that says of itself that it only reads: agents use it without approval',
    }),
  },
  { title: 'ToolAcceptance', additionalProperties: false },
)

/** What programs send besides: they have seen a particular definition. */
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

/** States of tools that wait for a decision. */
export const WAITING: readonly ToolState[] = ['quarantine', 'changed']

type Given = { only_reads?: boolean | undefined; hash?: string | undefined }
type Deciding = { readonly caller: Caller; readonly db: Knex }

/** Accepts a tool exactly as it is described in its record. @throws ApiError 403 for agents, 404, 409, 422 */
export async function acceptTool(id: number, { only_reads = false, hash }: Given, by: Deciding): Promise<void> {
  requirePerson(by.caller)
  const row = await requireTool(id, by.db)
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
  // Accepts what was looked at, and not what a reading at the same time has made of it.
  const taken = await toolRows(by.db)
    .where({ id, hash: row.hash, state: row.state })
    .update({ ...change, ...touched(by.db) } as object)
  if (taken !== 1) throw conflict(`[${row.tool}] has changed in this moment. Look at it again.`)
}

/** Refuses a tool, whatever the system says of it later. @throws ApiError 403 for agents, 404 */
export async function refuseTool(id: number, by: Deciding): Promise<void> {
  requirePerson(by.caller)
  await requireTool(id, by.db)
  const none = { accepted: null, accepted_hash: null, accepted_by: null, accepted_at: null }
  const change = { state: 'refused', difference: null, only_reads: false, ...none, ...touched(by.db) }
  await toolRows(by.db)
    .where({ id })
    .update(change as object)
}

/** Decides on all tools of a connector that wait. */
export async function decideAll(
  connector_id: number,
  decide: (id: number) => Promise<void>,
  { db }: Pick<PluginContext, 'db'>,
): Promise<void> {
  const waiting = await toolRows(db).where({ connector_id }).whereIn('state', WAITING).orderBy('tool').pluck('id')
  for (const id of waiting) await decide(id)
}

/** Whether the system says that a tool only reads. It may be wrong, or lie. */
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
