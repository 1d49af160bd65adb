import type { TObject } from 'typebox'
import { ApiError } from '../errors/api-error.ts'
import type { Caller } from '../calls/caller.ts'
import type { ListRules } from '../lists/list-rules.ts'
import { record_fields } from '../lists/record-fields.ts'

/** The names of the fields that a caller may neither see nor set. */
export function withheld_fields(schema: TObject, caller: Caller): readonly string[] {
  const withheld: string[] = []
  for (const { name, permission } of record_fields(schema).values())
    if (permission !== undefined && !caller.can(permission)) withheld.push(name)
  return withheld
}

/** The rules of a list without the fields that the caller may not see: sorting and filtering would reveal their values. */
export function visible_rules({ schema, rules }: { schema: TObject; rules: ListRules }, caller: Caller): ListRules {
  const withheld = withheld_fields(schema, caller)
  if (withheld.length === 0) return rules
  const visible = (names: readonly string[] = []) => names.filter((name) => !withheld.includes(name))
  return { sort: visible(rules.sort), filter: visible(rules.filter), search: visible(rules.search) }
}

/** @throws ApiError 403 `permission_denied` if the caller sets a field that it may not see */
export function refuse_withheld(schema: TObject, values: object, caller: Caller): void {
  for (const { name, permission } of record_fields(schema).values()) {
    if (permission === undefined || !(name in values) || caller.can(permission)) continue
    throw new ApiError('permission_denied', {
      detail: `The field [${name}] requires the permission [${permission}]. Leave the field out, or ask an operator for the permission.`,
    })
  }
}
