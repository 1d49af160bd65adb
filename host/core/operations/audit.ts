import type { Caller } from '@atrium/sdk'
import { kept_during } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import type { Principal } from '../auth/index.ts'
import { type ChangedRecord, type Changes, changesOf } from './changes.ts'
import { filledPath, lastParameter } from './filled-path.ts'
import { ANONYMOUS, presentRequest } from './request.ts'
import type { OperationRequest, Outcome } from './request.ts'
import { idOf } from './outcome.ts'

/** Writes the audit row of a change in the present transaction, and one for each other record of the same table that changed with it. */
export async function writeAudit(database: Database, request: OperationRequest, about: About): Promise<void> {
  const audited = audit(request, about)
  await database.context(AUDIT_TABLE).insert([audited.row, ...rowsOfOthers(request, audited)])
}

/** A client that was merged into another has a history, too. */
function rowsOfOthers(request: OperationRequest, { row, changes: { record, others = [] } = {} }: Audited): NewRow[] {
  if (others.length === 0) return []
  const kept = kept_during(request).find(({ id }) => String(id) === row.record_id)
  const table = record === undefined ? kept?.table : record.table
  const alike = others.filter((other) => table !== undefined && other.table === table)
  return alike.map((other) => ({ ...row, record_id: other.id, changes: JSON.stringify({ record: other }) }))
}

/** A raw GET that answers `created(…)` has changed something, such as a sign-in at an identity provider, and is audited like a POST. */
export async function auditCreated(database: Database, request: OperationRequest, about: About): Promise<Outcome> {
  if (about.outcome.status === 201) await database.transaction(() => writeAudit(database, request, about))
  return about.outcome
}

/** A change that the platform makes by itself while it answers a call, as if it had called this operation. */
export interface OwnChange {
  readonly by: Caller
  readonly operation: string
  /** The path of the list to which the record belongs. */
  readonly resource: string
  readonly status: number
  readonly record: ChangedRecord
}

/** Writes the audit row of a change by the platform itself in the present transaction. */
export async function noteOwnChange(database: Database, { by, record, ...about }: OwnChange): Promise<void> {
  await database.context(AUDIT_TABLE).insert({
    at: new Date().toISOString(),
    ...{ caller_id: by.id, caller_kind: by.kind, caller_name: by.name, origin: 'system' },
    ...{ ...about, plugin: 'platform', record_id: record.id },
    request_id: presentRequest()?.requestId ?? '',
    ...{ fields: JSON.stringify(Object.keys(record.fields)), changes: JSON.stringify({ record }) },
  })
}

/**
 * Records the export of a list. It changes nothing, but should be known. In a preview, the viewer is the exporter. Reads of plugins in
 * process are not exports.
 */
export async function noteExport(database: Database, request: OperationRequest, outcome: Outcome): Promise<void> {
  if (request.isInProcess) return
  const { caller = ANONYMOUS } = request
  const row = auditRow(request, { caller: (caller as Partial<Principal>).preview?.by ?? caller, outcome })
  await database.outside(() => database.knex(AUDIT_TABLE).insert({ ...row, operation: EXPORT }))
}

export const AUDIT_TABLE = 'platform_audit'

/** The `operation` of rows that record the export of a list. */
export const EXPORT = 'EXPORT'

/** The `operation` of rows that record a preview of a role or a person. */
export const PREVIEW = 'PREVIEW'

/** A row of the audit log: caller, time, origin, operation, record and changes. */
export interface AuditRow {
  readonly id: number
  readonly at: string
  readonly caller_id: string
  readonly caller_kind: Caller['kind']
  readonly caller_name: string
  readonly origin: OperationRequest['origin']
  readonly operation: string
  readonly plugin: string
  /** The path of the list to which the record belongs: `/api/v1/template/items`. Null in rows of older versions. */
  readonly resource: string | null
  readonly record_id: string | null
  readonly request_id: string
  readonly status: number
  /** JSON: the names of the fields that were sent. */
  readonly fields: string | null
  /** JSON: `Changes`. */
  readonly changes: string | null
  /** The agent that acted for the caller, the conversation in which it was asked, and the approval that it needed. */
  readonly agent: string | null
  readonly conversation: string | null
  readonly approval: string | null
}

/** The caller and outcome of a call. */
interface About {
  readonly caller: Caller
  readonly outcome: Outcome
  /** False if the call shared its request with others. Default true. */
  readonly alone?: boolean
}

type NewRow = Omit<AuditRow, 'id'>

/** A row, and the changes in it before they became JSON. */
interface Audited {
  readonly row: NewRow
  readonly changes: Changes | undefined
}

/** The row that `writeAudit` inserts. Secret values are never in it. */
export const auditRow = (request: OperationRequest, about: About): NewRow => audit(request, about).row

function audit(request: OperationRequest, { caller, outcome, alone = true }: About): Audited {
  const { operation, origin, requestId } = request
  const record = recordOf(request, outcome)
  const changes = changesOf(request, outcome, { recordId: record.record_id, alone })
  const row = {
    at: new Date().toISOString(),
    ...actorOf(request, { caller, outcome }),
    origin,
    operation: request.auditedAs ?? operation.name,
    plugin: operation.owner,
    ...record,
    request_id: requestId,
    status: outcome.status,
    fields: fieldsOf(request),
    changes: changes === undefined ? null : JSON.stringify(changes),
    ...agentOf(caller),
  }
  return { row, changes }
}

function agentOf(caller: Caller): Pick<AuditRow, 'agent' | 'conversation' | 'approval'> {
  const { agent = null, conversation = null, approval = null } = (caller as Partial<Principal>).acting ?? {}
  return { agent, conversation, approval }
}

/** The caller. After a sign-in, the answer names the person who has just signed in. */
function actorOf({ operation }: OperationRequest, { caller, outcome: { body } }: About) {
  const { id, kind, name } = caller
  const isSignedIn = caller === ANONYMOUS && operation.owner === 'auth' && typeof body === 'object' && body !== null
  const person = (isSignedIn ? body : {}) as { id?: unknown; name?: unknown }
  if (typeof person.id !== 'string' || typeof person.name !== 'string')
    return { caller_id: id, caller_kind: kind, caller_name: name }
  return { caller_id: person.id, caller_kind: 'person' as const, caller_name: person.name }
}

/** The record of a call: the one that it created, or else the one in its path. */
function recordOf(
  { operation, params }: OperationRequest,
  { status, body }: About['outcome'],
): Pick<AuditRow, 'resource' | 'record_id'> {
  const { path, declaration } = operation
  const made = status === 201 ? idOf(body) : undefined
  const parameter = lastParameter(path)
  if (made !== undefined || parameter === undefined)
    return { resource: filledPath(path, params), record_id: made ?? null }
  const list = filledPath(path.slice(0, path.lastIndexOf(`/{${parameter}}`)), params)
  // The record kit accepts [07] as 7, so the id in the answer is more reliable than the one in the path.
  const own = ['update', 'replace', 'delete'].includes(declaration.kind) ? idOf(body) : undefined
  return { resource: list, record_id: own ?? params[parameter] ?? null }
}

/** Only names that the schema declares: other names could contain anything. */
function fieldsOf({ operation, body }: OperationRequest): string | null {
  const known = operation.schemas.body?.properties
  if (typeof known !== 'object' || known === null || typeof body !== 'object' || body === null) return null
  const names = Object.keys(body).filter((name) => name in known)
  return names.length > 0 ? JSON.stringify(names) : null
}

/** The changes of a row; empty if it has none. */
export const changesIn = ({ changes }: Pick<AuditRow, 'changes'>): Changes =>
  changes === null ? {} : (JSON.parse(changes) as Changes)

const DAY = 24 * 60 * 60_000

/** Rows per statement, few enough that other writers do not wait long. */
const AT_ONCE = 1_000

/**
 * Deletes the rows that are older than this many days, and returns their number; the host calls it every hour. 0 days: keeps all.
 */
export async function sweepAudit(
  database: Database,
  { days, now = Date.now() }: { days: number; now?: number },
): Promise<number> {
  if (days === 0) return 0
  const oldest = new Date(now - days * DAY).toISOString()
  for (let swept = 0; ;) {
    const old = database.knex<AuditRow>(AUDIT_TABLE).where('at', '<', oldest)
    const ids = await old.orderBy('id').limit(AT_ONCE).pluck<number[]>('id')
    if (ids.length === 0) return swept
    swept += await database.knex(AUDIT_TABLE).whereIn('id', ids).delete()
  }
}
