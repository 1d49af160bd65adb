import type { TSchema } from 'typebox'
import type { Caller } from '../calls/caller.ts'
import { type FieldAccess, hidden_fields_of, hiding_in, known_table } from './field-access.ts'
import { COMBINED, type Field, isSchema, type Json, Shape, UNKNOWN } from './shape.ts'

/** Returns a value without the fields that the caller may not see; the value itself where all of it may be seen. */
export type Withhold = <Value>(value: Value, caller: Caller) => Value

/**
 * Works out what an operation withholds: the fields that its response schema marks with a `permission`. Where the schema says
 * nothing about a member, or there is no schema, a field is withheld if one of the plugin's record schemas marks a field of this
 * name: a handler that returns `{ ...record }` or `{ row: record }` gives nothing away.
 *
 * So are the fields that the caller's roles hide. A record is recognised by its schema; fields of other shapes are withheld by name if
 * the roles hide a field of this name on any record.
 *
 * The schema is read once, here. The result looks into `properties`, `items`, combinations, and `$ref` to `$defs`.
 * @param records the record schemas of the plugin
 */
export function withholder(response: TSchema | undefined, records: readonly TSchema[] = []): Withhold {
  const marks: Marks = new Map()
  for (const record of records) addMarks(marks, record)
  const named = new Map([...marks].map(([name, permissions]) => [name, [...permissions]]))
  if (response) addMarks(marks, response)
  const permissions = [...new Set([...marks.values()].flatMap((each) => [...each]))]
  const hidingOf = hiding_in(records)
  const shape = new Shape(response ? [{ schema: response as unknown as Json, definitions: {} }] : [])
  return (value, caller) => {
    const denied = permissions.filter((permission) => !caller.can(permission))
    const hiding = hidingOf(caller)
    if (denied.length === 0 && hiding.size === 0) return value
    return without(value, shape, { denied: new Set(denied), named, hiding }) as typeof value
  }
}

/** The same for a single schema, which is read once: `withhold(schema, record, caller)`. */
export const withhold = <Value>(schema: TSchema, value: Value, caller: Caller): Value => {
  const known = withholders.get(schema) ?? withholder(schema)
  withholders.set(schema, known)
  return known(value, caller)
}

const withholders = new WeakMap<TSchema, Withhold>()

interface Rules {
  /** Permissions that the caller does not hold. */
  readonly denied: ReadonlySet<string>
  /** Permissions by the name of a field, for what no schema describes. */
  readonly named: ReadonlyMap<string, readonly string[]>
  /** The fields that the caller's roles hide, by table. */
  readonly hiding: ReadonlyMap<string, FieldAccess>
}

function without(value: unknown, shape: Shape, rules: Rules): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if ('toJSON' in value && typeof value.toJSON === 'function') return withoutInJson(value, shape, rules)
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => without(item, shape.item, rules))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  const isHidden = rules.hiding.size > 0 ? hidingIn(value, shape, rules) : hidesNothing
  let copy: Record<string, unknown> | undefined
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const field = shape.field(name)
    const isWithheld =
      isDenied(field?.permissions, rules) ||
      (!field?.isNamed && isDenied(rules.named.get(name), rules)) ||
      isHidden(name, field)
    const visible = isWithheld ? undefined : without(member, field?.shape ?? UNKNOWN, rules)
    if (visible === member && !isWithheld) continue
    copy ??= { ...value }
    if (isWithheld) delete copy[name]
    else copy[name] = visible
  }
  return copy ?? value
}

const hidesNothing = () => false

/**
 * Tells which members of a value are hidden fields: those of the record that it is; else those that its schema takes from the record of a
 * table; else those that are called like a hidden field.
 */
function hidingIn(value: object, shape: Shape, { hiding }: Rules): (name: string, field: Field | undefined) => boolean {
  const own = known_table(value)
  const tables = own === undefined ? shape.tables : [own]
  if (tables.length > 0) {
    const names = tables.flatMap((table) => {
      const access = hiding.get(table)
      return access ? [...hidden_fields_of({ record: value, whole: true }, access)] : []
    })
    const isOwn = (field: Field | undefined) => own !== undefined || field?.isNamed === true
    return (name, field) => (isOwn(field) ? names.includes(name) : isHiddenByName(name, hiding))
  }
  return (name, field) => {
    if (!field || field.tables.length === 0) return isHiddenByName(name, hiding)
    return field.tables.some((table) => {
      const access = hiding.get(table)
      return access !== undefined && hidden_fields_of({ record: value, whole: false }, access).has(name)
    })
  }
}

function isHiddenByName(name: string, hiding: ReadonlyMap<string, FieldAccess>): boolean {
  for (const { hidden_somewhere } of hiding.values()) if (hidden_somewhere.has(name)) return true
  return false
}

const isDenied = (permissions: readonly string[] = [], { denied }: Rules) =>
  permissions.some((permission) => denied.has(permission))

/** Dates and the like are written as what `toJSON` returns. */
function withoutInJson(value: object, shape: Shape, rules: Rules): unknown {
  const json = (value as { toJSON(): unknown }).toJSON()
  if (typeof json !== 'object' || json === null) return value
  const visible = without(json, shape, rules)
  return visible === json ? value : visible
}

/** Stands for the names that `additionalProperties` describes; no field is called so. */
const ANY_NAME = '*'

/** The marks of the schemas that were read, because each operation of a plugin asks for the marks of all of its records. */
const marksOf = new WeakMap<TSchema, Marks>()

/** Permissions by the name of a field. */
type Marks = Map<string, Set<string>>

function addMarks(marks: Marks, schema: TSchema): void {
  const own = marksOf.get(schema) ?? readMarks(schema)
  marksOf.set(schema, own)
  for (const [name, permissions] of own) {
    const known = marks.get(name) ?? new Set()
    for (const permission of permissions) known.add(permission)
    marks.set(name, known)
  }
}

/** Collects which names a schema marks with a permission, at any depth. */
function readMarks(root: TSchema): Marks {
  const marks: Marks = new Map()
  const seen = new Set<unknown>()
  const visit = (value: unknown, name?: string) => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, name))
    if (!isSchema(value) || seen.has(value)) return
    seen.add(value)
    if (name !== undefined && typeof value.permission === 'string') {
      marks.set(name, (marks.get(name) ?? new Set()).add(value.permission))
    }
    for (const keyword of ['properties', 'patternProperties', '$defs']) {
      for (const [member, schema] of Object.entries((value[keyword] as Json | undefined) ?? {})) visit(schema, member)
    }
    for (const keyword of COMBINED) visit(value[keyword], name)
    for (const keyword of ['items', 'prefixItems']) visit(value[keyword])
    visit(value.additionalProperties, ANY_NAME)
  }
  visit(root)
  return marks
}
