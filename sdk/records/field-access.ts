import type { TObject, TSchema } from 'typebox'
import type { Access, Caller } from '../calls/caller.ts'
import { array_matches } from './array-matches.ts'
import { condition_filters } from './scope.ts'

type Values = Readonly<Record<string, unknown>>
type Names = ReadonlySet<string>

/** How the roles of a caller limit the fields of a table. */
export interface FieldAccess {
  readonly table: string
  readonly schema: TObject
  readonly ways: readonly Access[]
  /** Hidden on some records at least, so that sorting, filtering and searching would reveal their values. */
  readonly hidden_somewhere: Names
  /** Hidden on every record. */
  readonly hidden: Names
  /** Hidden or read-only on every record. */
  readonly locked: Names
  /** Hidden or read-only on some records at least. */
  readonly locked_somewhere: Names
}

/** How the caller's roles limit the fields of a table; undefined if they limit none. */
export function field_access(caller: Caller, table: string, schema: TObject): FieldAccess | undefined {
  const ways = caller.scope(table)
  if (ways === undefined) return undefined
  const bySchema = known.get(ways) ?? new WeakMap<TObject, FieldAccess>()
  known.set(ways, bySchema)
  const access = bySchema.get(schema) ?? work_out({ table, schema, ways })
  bySchema.set(schema, access)
  return access.locked_somewhere.size > 0 ? access : undefined
}

const known = new WeakMap<readonly Access[], WeakMap<TObject, FieldAccess>>()

function work_out(given: Pick<FieldAccess, 'table' | 'schema' | 'ways'>): FieldAccess {
  const { ways } = given
  return {
    ...given,
    hidden_somewhere: somewhere(ways, hidden_by),
    hidden: everywhere(ways, hidden_by),
    locked: everywhere(ways, locked_by),
    locked_somewhere: somewhere(ways, locked_by),
  }
}

const hidden_by = ({ hidden }: Access) => hidden
const locked_by = ({ hidden, read_only }: Access) => [...hidden, ...read_only]

/** The fields that one role's access limits, without those that an access to all records leaves open. */
function somewhere(ways: readonly Access[], by: (way: Access) => readonly string[]): Names {
  const names = new Set(ways.flatMap(by))
  for (const way of ways) {
    if (way.where !== '') continue
    for (const name of names) if (!by(way).includes(name)) names.delete(name)
  }
  return names
}

function everywhere([first, ...others]: readonly Access[], by: (way: Access) => readonly string[]): Names {
  const names = first ? by(first) : []
  return new Set(names.filter((name) => others.every((way) => by(way).includes(name))))
}

/** Which record is asked about. */
interface Asked {
  readonly record: object
  /** Whether the record has all fields of its table, so that a missing one is null. Otherwise a missing field satisfies nothing. */
  readonly whole: boolean
}

/** The fields of a record that the caller does not see. */
export const hidden_fields_of = (asked: Asked, access: FieldAccess): Names =>
  limited_on(asked, access, { by: hidden_by, always: access.hidden, otherwise: access.hidden_somewhere })

/** The fields of a record that the caller may not change. */
export const locked_fields_of = (asked: Asked, access: FieldAccess): Names =>
  limited_on(asked, access, { by: locked_by, always: access.locked, otherwise: access.locked_somewhere })

interface Limits {
  readonly by: (way: Access) => readonly string[]
  /** For every record. */
  readonly always: Names
  /** For a record that no way reaches. */
  readonly otherwise: Names
}

function limited_on(asked: Asked, access: FieldAccess, { by, always, otherwise }: Limits): Names {
  if (always.size === otherwise.size) return otherwise
  const reaching = access.ways.filter(({ where }) => reaches(where, asked, access))
  return reaching.length === 0 ? otherwise : everywhere(reaching, by)
}

function reaches(where: string, { record, whole }: Asked, access: Pick<FieldAccess, 'table' | 'schema'>): boolean {
  const filters = where === '' ? [] : condition_filters(where, access)
  if (filters === undefined) return false
  return (whole || filters.every(({ field }) => field in record)) && array_matches(record, { filters })
}

/** A field of a table, as its record schema describes it. */
interface Owner {
  readonly table: string
  readonly schema: TObject
}

let described = 0
const byProperties = new WeakMap<object, Map<string, Owner>>()
const byTable = new Map<string, TObject>()
const byField = new WeakMap<TSchema, Map<string, Owner>>()

/** Remembers that a record schema describes the rows of a table, by which answers are recognised as records of the table. */
export function describe_table(table: string, schema: TObject): void {
  byTable.set(table, schema)
  if (byProperties.get(schema.properties)?.has(table)) return
  const owner = { table, schema }
  described += 1
  note(byProperties, schema.properties, owner)
  for (const field of Object.values(schema.properties)) note(byField, field, owner)
}

function note(owners: WeakMap<object, Map<string, Owner>>, key: object, owner: Owner): void {
  owners.set(key, (owners.get(key) ?? new Map<string, Owner>()).set(owner.table, owner))
}

const records = new WeakMap<object, Owner>()

/** Remembers which table a record was read from. */
export function note_record(record: object, owner: Owner): void {
  records.set(record, owner)
}

/** The table that a record was read from, if a store has returned this very object. */
export const known_table = (record: object) => records.get(record)?.table

/** A record that a store has returned. */
export interface KnownRecord extends Owner {
  readonly record: object
}

/** Where a record is in a value: the names and numbers that lead to it; none: the value itself. */
export type Place = readonly string[]

/** The records in a value, at any depth, that are objects returned by a store. */
export function records_in(value: unknown): readonly (KnownRecord & { readonly place: Place })[] {
  const found: (KnownRecord & { place: Place })[] = []
  const seen = new Set<object>()
  const visit = (at: unknown, place: Place) => {
    if (!isObject(at) || seen.has(at)) return
    seen.add(at)
    const owner = records.get(at)
    if (owner) found.push({ ...owner, record: { ...at }, place })
    for (const [name, member] of Object.entries(at)) visit(member, [...place, name])
  }
  visit(value, [])
  return found
}

/** A record that came from another host, which knows its table. Undefined if no store of this process is over that table. */
export function known_elsewhere(table: string, record: object): KnownRecord | undefined {
  const schema = byTable.get(table)
  return schema && { table, schema, record }
}

/**
 * Whether a record, with all its fields, meets the conditions of a role, joined as in `Access.where`. A condition that cannot be applied is
 * not met. The first one that is not met decides, and the rest are not parsed.
 */
export const meets_condition = (where: string, { table, schema, record }: KnownRecord) =>
  where.split('&&').every((each) => reaches(each, { record, whole: true }, { table, schema }))

/** Whether the roles of a caller reach a record. */
export function reaches_record(caller: Caller, { table, schema, record }: KnownRecord): boolean {
  const ways = caller.scope(table)
  return ways?.some(({ where }) => reaches(where, { record, whole: true }, { table, schema })) ?? true
}

/**
 * The fields that the roles of a caller hide, by table, for the tables whose records these schemas describe. Stores may be created later.
 */
export function hiding_in(schemas: readonly TSchema[]): (caller: Caller) => ReadonlyMap<string, FieldAccess> {
  let owners: readonly Owner[] = []
  let at = -1
  return (caller) => {
    if (at !== described) owners = schemas.flatMap((schema) => tables_of(schema as { readonly properties?: unknown }))
    at = described
    let hiding: Map<string, FieldAccess> | undefined
    for (const { table, schema } of owners) {
      const access = field_access(caller, table, schema)
      if (access && access.hidden_somewhere.size > 0) (hiding ??= new Map<string, FieldAccess>()).set(table, access)
    }
    return hiding ?? NOTHING
  }
}

const NOTHING: ReadonlyMap<string, FieldAccess> = new Map()

/** The tables whose records have exactly these properties. */
export const tables_of = (schema: { readonly properties?: unknown }): readonly Owner[] =>
  isObject(schema.properties) ? [...(byProperties.get(schema.properties)?.values() ?? [])] : []

/** The tables that have this schema as a field, for answers with some fields of a record: `Type.Object({ ...Item.properties })`. */
export const tables_of_field = (schema: object): readonly Owner[] => [...(byField.get(schema)?.values() ?? [])]

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** How a caller's roles limit the fields of a store's records: one entry for each table that the records come from. */
export function store_access(store: StoreShape, caller: Caller): readonly FieldAccess[] {
  const limits: FieldAccess[] = []
  for (const { table, schema } of tables_of_store(store)) {
    const access = field_access(caller, table, schema)
    if (access) limits.push(access)
  }
  return limits
}

/** The parts of a store that tell which table it is over. */
export interface StoreShape {
  readonly schema: TObject
  readonly table?: { readonly name: string }
}

const owners = new WeakMap<TObject, ReadonlyMap<string, readonly Owner[]>>()

/** The tables that the records of a store come from. A store of a plugin's own may show some fields of its table, or fields of several. */
export function tables_of_store({ schema, table }: StoreShape): readonly Owner[] {
  const key = table?.name ?? ''
  const found = owners.get(schema)?.get(key)
  if (found) return found
  const whole = tables_of(schema)
  const all = whole.length > 0 ? whole : Object.values(schema.properties).flatMap(tables_of_field)
  const own = table && (all.find((owner) => owner.table === table.name) ?? { table: table.name, schema })
  const result = own ? [own] : [...new Map(all.map((owner) => [owner.table, owner])).values()]
  owners.set(schema, new Map([...(owners.get(schema) ?? []), [key, result]]))
  return result
}

/** Whether the records of a store have all fields of their table. */
export const is_whole = ({ schema }: StoreShape, access: FieldAccess) =>
  tables_of(schema).some(({ table }) => table === access.table)
