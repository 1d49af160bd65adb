import { ApiError, type Caller, label_of, page, type Page, Type, type Static } from '@atrium/sdk'
import { as_caller, parse_paging, type RouteDeclaration, store_access } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import type { Operation, OperationRegistry } from '../registries/index.ts'
import { AUDIT_TABLE, type AuditRow, changesIn, EXPORT, PREVIEW } from './audit.ts'
import { repeatedOperation } from './bulk.ts'
import type { FieldChange } from './changes.ts'
import { idOf, visibleOutcome } from './outcome.ts'
import { innerRequest, type OperationRequest, type Perform } from './request.ts'
import type { OpenUndo, UndoNotes } from './undoable.ts'

/** The old and the new value of a field. */
export const ShownChange = Type.Object(
  {
    field: Type.String(),
    from: Type.Optional(Type.Unknown({ description: 'Absent if it had no value, or if `left_out` says why not' })),
    to: Type.Optional(Type.Unknown()),
    left_out: Type.Optional(
      Type.Enum(['secret', 'long', 'unknown'], {
        description: 'The value is secret, too long to keep, or was not known; of long texts, the beginning is shown',
      }),
    ),
  },
  { title: 'FieldChange' },
)
export type ShownChange = Static<typeof ShownChange>

/** One change of a record. */
export const HistoryEntry = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    at: Type.String({ format: 'date-time' }),
    person: Type.String({ description: 'Who made the change' }),
    origin: Type.String({ description: 'The door: ui, token, agent, reload, cli, job or system' }),
    action: Type.String({ description: 'What was done' }),
    changes: Type.Array(ShownChange),
    undo: Type.Optional(
      Type.String({ description: 'POST here takes the change back, for whoever made it, as long as that is possible' }),
    ),
    undo_records: Type.Optional(
      Type.Integer({ description: 'How many records are taken back with this one. Absent: it alone' }),
    ),
    restorable: Type.Boolean({ description: 'Whether the record can be brought back to how this change left it' }),
  },
  { title: 'HistoryEntry' },
)
export type HistoryEntry = Static<typeof HistoryEntry>

export const RestoreResult = Type.Object(
  {
    restored: Type.Array(Type.String(), { description: 'The fields that have their earlier values again' }),
    left_out: Type.Array(Type.String(), { description: 'Fields whose earlier values were not kept' }),
  },
  { title: 'RestoreResult' },
)

/** The history of records, and the return to an earlier version: the work of the routes of these kinds. */
export type HistoryWork = Record<
  Extract<RouteDeclaration['kind'], 'history' | 'restore'>,
  (request: OperationRequest) => Promise<unknown>
>

const undoOf = (open: OpenUndo | undefined) =>
  open === undefined ? {} : { undo: open.address, ...(open.steps > 1 && { undo_records: open.steps }) }

/** Later changes of one record that are read to restore it; with more, the version is too old. */
const MOST_LATER = 1_000

interface HistoryOptions {
  readonly database: Database
  readonly operations: OperationRegistry
  readonly perform: Perform
  readonly undo?: UndoNotes | undefined
}

/**
 * Makes the work of `GET <record>/history` and `POST <record>/history/{entry_id}/restore`. Both first read the record as the caller, so
 * that its permission and scope decide. Restoring is an ordinary PATCH of the record with the earlier values.
 */
export function createHistory({ database, operations, perform, undo }: HistoryOptions): HistoryWork {
  return { history, restore }

  async function history(request: OperationRequest): Promise<Page<HistoryEntry>> {
    const { operation, query, caller } = request
    const record = await recordOf(request)
    const paging = parse_paging(query)
    const rows = await record.rows().orderBy('id', 'desc').limit(paging.limit).offset(paging.offset)
    const [counted] = await record.rows().count({ total: '*' })
    const latest = await record.rows().orderBy('id', 'desc').first('id')
    const canRestore = operations
      .list(operation.owner)
      .some(({ name }) => name === `POST ${operation.path}/{entry_id}/restore`)
    const open = await undo?.openOf({ ...record, caller_id: (caller as Caller).id })
    const entries = rows.map((row) => {
      const shown = shownChanges(row, { read: record.read, caller: caller as Caller, body: record.body })
      const isEarlier = row.id !== latest?.id && Object.keys(changesIn(row).record?.fields ?? {}).length > 0
      return {
        id: Number(row.id),
        at: new Date(row.at).toISOString(),
        person: row.caller_name,
        origin: row.origin,
        action: actionOf(row, operations),
        changes: shown,
        ...(row.caller_id === caller?.id && undoOf(open?.get(row.request_id))),
        restorable: canRestore && isEarlier,
      }
    })
    return page(entries, Number((counted as { total?: unknown } | undefined)?.total))
  }

  async function restore(request: OperationRequest): Promise<Static<typeof RestoreResult>> {
    const { entry_id = '', ...params } = request.params
    const record = await recordOf({ ...request, params })
    const entry = /^\d{1,15}$/.test(entry_id) ? await record.rows().where('id', Number(entry_id)).first() : undefined
    if (entry === undefined)
      throw new ApiError('record_not_found', { detail: `The record has no entry [${entry_id}] in its history.` })
    const later = await record
      .rows()
      .where('id', '>', entry.id)
      .orderBy('id', 'desc')
      .limit(MOST_LATER + 1)
    if (later.length > MOST_LATER) throw new ApiError('conflict', { detail: tooOld(entry_id) })
    // Fields that the caller cannot see stay as they are, and are not named.
    const shown = { read: record.read, caller: request.caller as Caller, body: record.body }
    const { values, left_out } = earlierValues(
      later.map((row) => shownChanges(row, shown)),
      record.body,
    )
    const restored = Object.keys(values)
    if (restored.length === 0) throw new ApiError('conflict', { detail: nothingToRestore(left_out) })
    const update = repeatedOperation(operations, request.operation)
    await perform(innerRequest(request, { operation: update, params, body: values, auditedAs: request.operation.name }))
    return { restored, left_out }
  }

  /** Reads the record as the caller. @throws ApiError 403 or 404, as its read operation does */
  async function recordOf(request: OperationRequest) {
    const { operation, params } = request
    const path = operation.path.slice(0, operation.path.lastIndexOf('/history'))
    const read = operations.get(`GET ${path}`)
    if (read === undefined) throw new Error(`[${operation.name}] has no route that reads its record.`)
    const { body, headers } = await perform(innerRequest(request, { operation: read, params }))
    const list = path.slice(0, path.lastIndexOf('/'))
    const resource = list.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const record_id = idOf(body) ?? ''
    const etag = /^"([^~"]*)/.exec(headers['etag'] ?? '')?.[1] ?? ''
    return {
      read,
      body,
      resource,
      record_id,
      etag,
      rows: () => database.context<AuditRow>(AUDIT_TABLE).where({ resource, record_id }),
    }
  }
}

/**
 * The changes of a row that the caller may see: those of fields that reading the record would show.
 * @param options.read the operation that reads the record; undefined if it is missing at present
 * @param options.body the record, for rules that apply to some records only
 */
export function shownChanges(
  row: Pick<AuditRow, 'changes'>,
  { read, caller, body }: { read: Operation | undefined; caller: Caller; body?: unknown },
): ShownChange[] {
  const fields = changesIn(row).record?.fields ?? {}
  const answered: object = body ?? {}
  const others = Object.keys(fields).filter((name) => !(name in answered))
  const visible = read ? visibleNames(others, read, caller) : new Set(others)
  return Object.entries(fields).flatMap(([field, change]) =>
    (field in answered || visible.has(field)) && (change.needs ?? []).every((permission) => caller.can(permission))
      ? shownChange(field, change)
      : [],
  )
}

/** Among fields that a record does not have at present, the ones that reading it would show regardless of its other values. */
function visibleNames(names: readonly string[], read: Operation, caller: Caller): ReadonlySet<string> {
  const { store } = read.declaration
  const body = Object.fromEntries(names.map((name) => [name, true]))
  return as_caller(
    caller,
    () => {
      const hidden = store ? store_access(store, caller).flatMap(({ hidden_somewhere }) => [...hidden_somewhere]) : []
      const visible = visibleOutcome({ status: 200, headers: {}, body }, read, caller).body as object
      return new Set(Object.keys(visible).filter((name) => !hidden.includes(name)))
    },
    { operation: read },
  )
}

function shownChange(field: string, { from, to, left_out }: FieldChange): ShownChange {
  return {
    field,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(left_out && { left_out }),
  }
}

/** The action in the words of its operation: `Change an item`. Without a summary, its verb: `Retire`, or its name. */
export function actionOf({ operation }: Pick<AuditRow, 'operation'>, operations: OperationRegistry): string {
  if (operation === PREVIEW) return 'View as this'
  if (operation === EXPORT) return 'Export'
  const summary = operations.get(operation)?.declaration.options.summary
  const verb = /^POST .*\}\/([\w-]+)$/.exec(operation)?.[1]
  return summary ?? (verb === undefined ? operation : label_of(verb))
}

/** Undoes later changes, the latest first. The result contains the values that differ from the present record. */
function earlierValues(later: readonly (readonly ShownChange[])[], current: unknown) {
  const earlier = new Map<string, ShownChange>()
  for (const change of later.flat()) earlier.set(change.field, change)
  const left_out = [...earlier].flatMap(([name, change]) => (change.left_out === undefined ? [] : [name]))
  const values: Record<string, unknown> = {}
  for (const [name, { from = null, left_out: reason }] of earlier) {
    const present = (current as Record<string, unknown>)[name] ?? null
    if (reason === undefined && JSON.stringify(present) !== JSON.stringify(from)) values[name] = from
  }
  return { values, left_out }
}

const tooOld = (entry_id: string) =>
  `The record was changed more than ${MOST_LATER} times after the entry [${entry_id}]. Choose a later one.`

const nothingToRestore = (left_out: readonly string[]) =>
  left_out.length === 0
    ? 'The record is as this change left it, so there is nothing to restore.'
    : `The earlier values of ${left_out.map((name) => `[${name}]`).join(', ')} were not kept, so nothing can be restored.`
