import { changes_during, kept_during, type RecordChange, record_fields } from '@atrium/sdk/host'
import type { TObject } from 'typebox'
import { isSecretName } from '../../base/log/index.ts'
import type { Operation } from '../registries/index.ts'
import { idOf } from './outcome.ts'
import type { OperationRequest, Outcome } from './request.ts'

/** The old and the new value of a field. An absent side: the record had no such value. */
export interface FieldChange {
  readonly from?: unknown
  readonly to?: unknown
  /** Why a value is missing: it is secret, too long to store, or was unknown. */
  readonly left_out?: 'secret' | 'long' | 'unknown'
  /** The permissions without which a caller does not see the field. */
  readonly needs?: readonly string[]
}

/** How one record changed. */
export interface ChangedRecord {
  /** The table of its store; undefined for records outside the record kit. */
  readonly table?: string
  readonly id: string
  readonly change: 'created' | 'updated' | 'deleted'
  readonly fields: Readonly<Record<string, FieldChange>>
}

/** The changed records of one call: its own record, and others that changed with it. */
export interface Changes {
  readonly record?: ChangedRecord
  readonly others?: readonly ChangedRecord[]
}

/** The most other records of one call that are stored. */
const MOST_OTHERS = 20

/**
 * The changes of a call. Stores of the record kit record their changes, and what they kept as it was; for a plugin's own store, only the
 * answer is known.
 * @param recordId the record of the call
 * @param alone false if the call shared its request with other calls, so that recorded changes may belong to those
 */
export function changesOf(
  request: OperationRequest,
  outcome: Outcome,
  { recordId, alone = true }: { recordId: string | null; alone?: boolean },
): Changes | undefined {
  const noted = alone ? changes_during(request) : []
  const main = noted.find(({ id }) => String(id) === recordId)
  const told = () =>
    alone && isKept(request, recordId) ? undefined : answered(request.operation, request.body, outcome)
  const record = main ? changedRecord(main) : told()
  const others = noted
    .filter((each) => each !== main)
    .slice(0, MOST_OTHERS)
    .map(changedRecord)
  if (record === undefined && others.length === 0) return undefined
  return { ...(record && { record }), ...(others.length > 0 && { others }) }
}

/** Whether the store of the operation had nothing to change about its record. */
const isKept = (request: OperationRequest, recordId: string | null): boolean =>
  kept_during(request).some(
    ({ table, id }) => String(id) === recordId && table === request.operation.declaration.store?.table?.name,
  )

/** Fields that every change affects, and the id, which never changes. */
const ALWAYS = new Set(['id', 'created_at', 'updated_at'])

function changedRecord({ table, id, schema, before, after }: RecordChange): ChangedRecord {
  const change = before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated'
  const fields = fieldChanges(schema, before ?? {}, after ?? {})
  return { ...(table !== undefined && { table }), id: String(id), change, fields }
}

type Values = Readonly<Record<string, unknown>>

function fieldChanges(schema: TObject, before: object, after: object): Record<string, FieldChange> {
  const changed: Record<string, FieldChange> = {}
  for (const { name, schema: field } of record_fields(schema).values()) {
    if (ALWAYS.has(name)) continue
    const from = valueOf((before as Values)[name])
    const to = valueOf((after as Values)[name])
    if (JSON.stringify(from) !== JSON.stringify(to)) changed[name] = keptChange({ name, schema: field }, { from, to })
  }
  return changed
}

/** Null and absent are the same: the field has no value. */
const valueOf = (value: unknown) => value ?? undefined

/** Longer values, as JSON, are not stored. */
const LONGEST = 2_000

function keptChange({ name, schema }: { name: string; schema: object }, change: FieldChange): FieldChange {
  const needs = permissionsIn(schema)
  const kept = needs.length === 0 ? {} : { needs }
  if (isSecretName(name) || isSecret(schema)) return { left_out: 'secret', ...kept }
  const isLong = [change.from, change.to].some((value) => (JSON.stringify(value) ?? '').length > LONGEST)
  return isLong ? { ...shortened(change), left_out: 'long', ...kept } : { ...change, ...kept }
}

/** Keeps the beginning of long texts, so that people recognize them. */
function shortened({ from, to }: FieldChange): FieldChange {
  const start = (value: unknown) => (typeof value === 'string' ? `${value.slice(0, 200)}…` : undefined)
  return { from: start(from), to: start(to) }
}

/** Whether a schema, or one inside it, is marked as secret or write-only. */
const isSecret = (schema: unknown): boolean =>
  marksIn(schema, (each) => each.secret === true || each.writeOnly === true).length > 0

const permissionsIn = (schema: unknown): string[] => [
  ...new Set(
    marksIn(schema, ({ permission }) => typeof permission === 'string').map((each) => String(each.permission)),
  ),
]

/** The marked schemas within a schema, including itself. */
function marksIn(schema: unknown, isMarked: (schema: Values) => boolean): Values[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inner = Object.entries(schema).flatMap(([name, each]) =>
    name === 'default' || name === 'enum' || name === 'const' ? [] : marksIn(each, isMarked),
  )
  return isMarked(schema as Values) ? [schema as Values, ...inner] : inner
}

/** The change of the record according to the answer of a record kit route, if no store has recorded it. */
function answered(operation: Operation, body: unknown, outcome: Outcome): ChangedRecord | undefined {
  const { record: schema, kind } = operation.declaration
  const { body: answer } = outcome
  const id = idOf(answer)
  if (schema === undefined || id === undefined || typeof answer !== 'object' || answer === null) return undefined
  if (kind === 'create') return { id, change: 'created', fields: fieldChanges(schema, {}, answer) }
  if (kind === 'delete') return { id, change: 'deleted', fields: fieldChanges(schema, answer, {}) }
  if (kind !== 'update' && kind !== 'replace') return undefined
  const sent = Object.keys(typeof body === 'object' && body !== null ? body : {})
  const fields = Object.entries(fieldChanges(schema, {}, answer)).filter(([name]) => sent.includes(name))
  const unknown = fields.map(([name, change]) => [name, { left_out: 'unknown', ...change }] as const)
  return { id, change: 'updated', fields: Object.fromEntries(unknown) }
}
