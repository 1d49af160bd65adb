import type { TObject } from 'typebox'
import { ApiError } from '../errors/api-error.ts'
import type { Caller } from '../services/caller.ts'
import type { ListRules } from '../lists/list-rules.ts'
import { record_fields } from '../lists/record-fields.ts'

/**
 * Fields with a `permission` in the record schema are for those who hold it. A store marks its records with their schema, so that
 * they are withheld whichever door the record leaves by; the plugin's own code sees everything.
 */
const schemas = new WeakMap<object, TObject>()

/** Marks a record of a schema that has fields to withhold. Returns the record. */
export function with_schema<Row extends object>(record: Row, schema: TObject): Row {
  if (permittedFields(schema).length > 0) schemas.set(record, schema)
  return record
}

interface PermittedField {
  readonly name: string
  readonly permission: string
}

const permitted = new WeakMap<TObject, readonly PermittedField[]>()

/** The fields that are not for everybody; found once, because lists ask for every row. */
function permittedFields(schema: TObject): readonly PermittedField[] {
  const fields =
    permitted.get(schema) ??
    [...record_fields(schema).values()].flatMap(({ name, permission }) => (permission ? [{ name, permission }] : []))
  permitted.set(schema, fields)
  return fields
}

/** The names of the fields that a caller may neither see nor set. */
export const withheld_fields = (schema: TObject, caller: Caller): readonly string[] =>
  permittedFields(schema)
    .filter(({ permission }) => !caller.can(permission))
    .map(({ name }) => name)

/** A record, or whatever else an operation answers, without what the caller may not see. */
export function visible_to<Value>(caller: Caller, value: Value): Value {
  const schema = typeof value === 'object' && value !== null ? schemas.get(value) : undefined
  if (schema === undefined) return value
  const visible = { ...value } as Record<string, unknown>
  for (const name of withheld_fields(schema, caller)) delete visible[name]
  return visible as Value
}

/** The rules of a list without what the caller may not see: sorting and filtering would tell it as well. */
export function visible_rules({ schema, rules }: { schema: TObject; rules: ListRules }, caller: Caller): ListRules {
  const withheld = new Set(withheld_fields(schema, caller))
  if (withheld.size === 0) return rules
  const visible = (names: readonly string[] = []) => names.filter((name) => !withheld.has(name))
  return { sort: visible(rules.sort), filter: visible(rules.filter), search: visible(rules.search) }
}

/** @throws ApiError 403 `permission_denied` where the caller sets a field that it may not see */
export function refuse_withheld(schema: TObject, values: object, caller: Caller): void {
  for (const { name, permission } of permittedFields(schema)) {
    if (!(name in values) || caller.can(permission)) continue
    throw new ApiError('permission_denied', { detail: `The field [${name}] takes the permission [${permission}].` })
  }
}
