import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '../errors/api-error.ts'
import { type Caller, present_caller } from '../calls/caller.ts'
import { BY_ID, type ListFilter, type ListQuery } from '../lists/list-query.ts'
import type { ListRules } from '../lists/list-rules.ts'
import { type RecordField, record_fields } from '../lists/record-fields.ts'
import { shown_argument, suggest_name } from '../declaration/require.ts'
import { field_access, hidden_fields_of, is_whole, locked_fields_of, store_access } from './field-access.ts'
import { type StoreShape, tables_of_store } from './field-access.ts'

/** The names of the fields that a caller sees on no record. */
export const withheld_fields = (store: StoreShape, caller: Caller): readonly string[] =>
  unseen_fields(store, caller, 'hidden')

/**
 * The fields that a caller does not see for lack of a permission, or because its roles hide them: on every record (`hidden`) or on some at
 * least (`hidden_somewhere`).
 */
function unseen_fields(store: StoreShape, caller: Caller, where: 'hidden' | 'hidden_somewhere'): readonly string[] {
  const { marked, tables } = limits.get(store) ?? limits_of(store)
  const unseen: string[] = []
  for (const { name, permission } of marked) if (!caller.can(permission)) unseen.push(name)
  for (const { table, schema } of tables) {
    const access = field_access(caller, table, schema)
    if (access) unseen.push(...access[where])
  }
  return unseen
}

type MarkedField = RecordField & { readonly permission: string }

/** What can hide fields of a store: permissions, and the rules of roles about its tables. */
interface Limits {
  readonly marked: readonly MarkedField[]
  readonly tables: ReturnType<typeof tables_of_store>
}

const limits = new WeakMap<StoreShape, Limits>()

function limits_of(store: StoreShape): Limits {
  const marked = [...record_fields(store.schema).values()].filter(hasPermission)
  const known = { marked, tables: tables_of_store(store) }
  limits.set(store, known)
  return known
}

const hasPermission = (field: RecordField): field is MarkedField => field.permission !== undefined

const narrowed = new WeakMap<ListRules, Map<string, ListRules>>()

/**
 * The rules of a list without the fields that the caller does not see on each of its records: sorting and filtering would reveal their
 * values.
 */
export function visible_rules(store: StoreShape & { rules: ListRules }, caller: Caller): ListRules {
  const { rules } = store
  const withheld = unseen_fields(store, caller, 'hidden_somewhere')
  if (withheld.length === 0) return rules
  const known = narrowed.get(rules) ?? new Map<string, ListRules>()
  narrowed.set(rules, known)
  const key = withheld.join()
  const visible = (names: readonly string[] = []) => names.filter((name) => !withheld.includes(name))
  const kept = known.get(key) ?? {
    sort: visible(rules.sort),
    filter: visible(rules.filter),
    search: visible(rules.search),
    summarize: visible(rules.summarize),
  }
  known.set(key, kept)
  return kept
}

/**
 * An order without the fields that the current caller does not see on each record. A list refuses to sort by them, but a handler may name
 * them itself. `BY_ID` is what remains if there are no others.
 */
export function visible_sort(store: StoreShape, sort: ListQuery['sort']): ListQuery['sort'] {
  const caller = sort.length > 0 ? present_caller() : undefined
  if (caller === undefined) return sort
  const concealed = unseen_fields(store, caller, 'hidden_somewhere')
  if (concealed.length === 0) return sort
  const visible = sort.filter(({ field }) => !concealed.includes(field))
  return visible.length === 0 ? BY_ID : visible
}

/** The fields that `q` searches for the current caller. Text that it does not see must not be found. */
export function searched_fields(store: StoreShape & { rules: ListRules }): readonly string[] {
  const caller = present_caller()
  return (caller ? visible_rules(store, caller) : store.rules).search ?? []
}

/** The alternatives of a search whose fields the current caller may filter by. */
export function visible_alternatives(
  store: StoreShape & { rules: ListRules },
  alternatives: readonly (readonly ListFilter[])[],
): readonly (readonly ListFilter[])[] {
  require_alternatives(store, alternatives)
  const caller = present_caller()
  const { filter = [] } = caller ? visible_rules(store, caller) : store.rules
  const isVisible = ({ field, values }: ListFilter) => values.length > 0 && (field === 'id' || filter.includes(field))
  return alternatives.filter((filters) => filters.length > 0 && filters.every(isVisible))
}

/** Authors in JavaScript have no compiler, and an alternative over an unknown field would find nothing. */
function require_alternatives({ schema }: StoreShape, alternatives: unknown): void {
  const isListed = Array.isArray(alternatives) && alternatives.every((filters) => Array.isArray(filters))
  if (!isListed)
    throw new TypeError(
      `[search_also] returned [${shown_argument(alternatives)}] instead of lists of filters. Write it like \`[[{ field: 'name', comparison: 'eq', values: ['…'] }]]\`.`,
    )
  const known = ['id', ...record_fields(schema).keys()]
  const unknown = (alternatives as ListFilter[][]).flat().find(({ field }) => !known.includes(field))
  if (unknown === undefined) return
  throw new TypeError(
    `[search_also] returned a filter of [${unknown.field}], which is not a field of the record. ${suggest_name(String(unknown.field), known)}`,
  )
}

/** A change that a caller wants to make in a store. */
export interface Write {
  readonly values: object
  /** The current record; undefined for a new one. */
  readonly current: object | undefined
  readonly caller: Caller
}

/**
 * Refuses values that the caller may not set. A read-only field may be sent back unchanged, as PUT does, and any field of a new record may
 * have its default.
 * @throws ApiError 403 `permission_denied` that names the field
 */
export function refuse_withheld(store: StoreShape, { values, current, caller }: Write): void {
  for (const { name, permission } of record_fields(store.schema).values()) {
    if (permission === undefined || !(name in values) || caller.can(permission)) continue
    throw refused(
      `The field [${name}] requires the permission [${permission}]. Leave the field out, or ask an operator for the permission.`,
    )
  }
  for (const access of store_access(store, caller)) {
    const asked = { record: current ?? initial(store, values), whole: is_whole(store, access) }
    const hidden = hidden_fields_of(asked, access)
    for (const name of locked_fields_of(asked, access)) {
      if (!(name in values) || isInitial(name, { store, values, current })) continue
      if (!hidden.has(name) && isUnchanged(name, { store, values, current })) continue
      const what = hidden.has(name) ? 'hide' : 'make read-only'
      throw refused(
        `Your roles ${what} the field [${name}]. Leave the field out, or ask an operator for a role that changes it.`,
      )
    }
  }
}

/**
 * Whether a caller may make a change. It may not make a record with a field that it does not see, even if the field has no value: otherwise
 * the answer would tell whether it has one.
 */
export function may_write(store: StoreShape, write: Write): boolean {
  if (write.current === undefined && hides_some(store, write)) return false
  try {
    refuse_withheld(store, write)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Whether the caller does not see all fields of a new record that can be sent. */
function hides_some(store: StoreShape, { values, caller }: Write): boolean {
  const fields = record_fields(store.schema)
  const isSent = (name: string) => fields.get(name)?.read_only === false
  if (withheld_fields(store, caller).some(isSent)) return true
  return store_access(store, caller).some((access) =>
    [...hidden_fields_of({ record: values, whole: is_whole(store, access) }, access)].some(isSent),
  )
}

/** The fields of a store's records that the caller may not change; on at least one record, or on this one. */
export function locked_fields(store: StoreShape, caller: Caller): ReadonlySet<string> {
  const [first, ...others] = store_access(store, caller)
  if (first === undefined) return NONE
  return new Set([first, ...others].flatMap(({ locked_somewhere }) => [...locked_somewhere]))
}

const NONE: ReadonlySet<string> = new Set()

function initial({ schema }: StoreShape, values: object): object {
  const record: Record<string, unknown> = {}
  for (const { name, default: value } of record_fields(schema).values()) if (value !== undefined) record[name] = value
  return { ...record, ...values }
}

interface Written {
  readonly store: StoreShape
  readonly values: object
  readonly current?: object | undefined
}

/** Whether a new record gets the value that it would have anyway. Bodies come with the defaults filled in, whatever was sent. */
function isInitial(name: string, { store, values, current }: Written): boolean {
  if (current !== undefined) return false
  const value = record_fields(store.schema).get(name)?.default
  return value !== undefined && isDeepStrictEqual((values as Record<string, unknown>)[name], value)
}

function isUnchanged(name: string, { store, values, current }: Written): boolean {
  if (record_fields(store.schema).get(name)?.read_only) return true
  const [before, after] = [current, values].map((each) => (each as Record<string, unknown> | undefined)?.[name] ?? null)
  return current !== undefined && isDeepStrictEqual(before, after)
}

const refused = (detail: string) => new ApiError('permission_denied', { detail })
