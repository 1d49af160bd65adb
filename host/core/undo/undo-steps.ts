import { hash } from 'node:crypto'
import { etag_of } from '@atrium/sdk'
import { changes_during, type RecordChange, record_fields } from '@atrium/sdk/host'
import { filledPath, type OperationRequest } from '../operations/index.ts'
import type { Operation, OperationRegistry } from '../registries/index.ts'
import { mayUndo } from './may-undo.ts'

/** The operation that undoes a change of a record, with the parameters of its path. */
export interface Inverse {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
}

/** A request that undoes a change or makes it again. */
export interface Way {
  /** The name of its operation. */
  readonly operation: string
  readonly params: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The former state of a record. */
export interface Former {
  /** All fields of a deleted record; only the changed fields of other records. */
  readonly values: Readonly<Record<string, unknown>>
  /** The hash of the whole record; absent if there was none. */
  readonly sum?: string
  /** The declared request that undoes the change. Default: one of the record kit. */
  readonly by?: Way
  /** The request that makes the change again, after `by`. */
  readonly again?: Way
}

/** The change of one record, with its former state. */
export interface UndoStep {
  readonly change: 'created' | 'updated' | 'deleted'
  /** The path of the list to which the record belongs. */
  readonly resource: string
  readonly record_id: string
  /** The ETags before and after the change. */
  readonly tag_before: string | null
  readonly tag_after: string | null
  readonly former: Former
}

/**
 * The step that undoes a request of the record kit; none if it changed nothing. Undefined if it cannot be undone as a whole: it changed
 * more than its record, or the inverse is not offered, or not to the caller.
 */
export function stepsOf(request: OperationRequest, operations: OperationRegistry): readonly UndoStep[] | undefined {
  const { operation, params } = request
  const { kind, store } = operation.declaration
  if (!KINDS.has(kind) || !operation.transaction || operation.owner === 'platform') return undefined
  const [change, ...others] = changes_during(request)
  if (change === undefined) return []
  if (others.length > 0 || change.table === undefined || change.table !== store?.table?.name) return undefined
  const list = kind === 'create' ? operation.path : operation.path.slice(0, operation.path.lastIndexOf('/'))
  const step = stepOf(change, filledPath(list, params))
  const inverse = step && inverseOf(step, operations)
  if (step === undefined || inverse === undefined) return undefined
  if (!mayUndo({ caller: request.caller, change, step, inverse: inverse.operation })) return undefined
  return step.change === 'deleted' && change.by !== store ? undefined : [step]
}

const KINDS: ReadonlySet<string> = new Set(['create', 'update', 'replace', 'delete'])

/** Undefined if only fields that nobody can send have changed. */
function stepOf({ id, schema, before, after }: RecordChange, resource: string): UndoStep | undefined {
  const tags = { tag_before: tagOf(before), tag_after: tagOf(after) }
  const common = { resource, record_id: String(id), ...tags }
  if (before === undefined) return { ...common, change: 'created', former: { values: {} } }
  const sum = sumOf(before)
  if (after === undefined) return { ...common, change: 'deleted', former: { values: { ...before }, sum } }
  const values = formerValues(schema, { ...before }, { ...after })
  return Object.keys(values).length === 0 ? undefined : { ...common, change: 'updated', former: { values, sum } }
}

/** The former values of the fields that have changed and can be sent; null for a field that had none. */
function formerValues(schema: RecordChange['schema'], before: Values, after: Values): Values {
  const sent = [...record_fields(schema).values()].filter((field) => !field.read_only && !ALWAYS.has(field.name))
  const values = sent.map(({ name }) => [name, before[name] ?? null, after[name] ?? null] as const)
  const changed = values.filter(([, from, to]) => JSON.stringify(from) !== JSON.stringify(to))
  return Object.fromEntries(changed.map(([name, from]) => [name, from]))
}

type Values = Readonly<Record<string, unknown>>

/** Fields that the host maintains. */
const ALWAYS: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at'])

export const tagOf = (record: object | undefined) => (record && etag_of(record)) ?? null

/** The hash of a record's visible values, apart from the time of its last change. */
export function sumOf(record: object): string {
  const fields = Object.entries(record).filter(([name]) => name !== 'updated_at')
  return hash('sha256', JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1))), 'base64url')
}

const METHODS = { created: 'DELETE', updated: 'PATCH', deleted: 'POST' } as const
const INVERSE_KINDS = { created: 'delete', updated: 'update', deleted: 'create' } as const

/** The operation of the record kit that undoes a step. Undefined if its plugin does not offer it at present. */
export function inverseOf(
  { change, resource, record_id }: Pick<UndoStep, 'change' | 'resource' | 'record_id'>,
  operations: OperationRegistry,
): Inverse | undefined {
  const path = change === 'deleted' ? resource : `${resource}/${encodeURIComponent(record_id)}`
  const match = operations.match(METHODS[change], path)
  if (match === undefined || 'allowed' in match) return undefined
  return match.operation.declaration.kind === INVERSE_KINDS[change] ? match : undefined
}
