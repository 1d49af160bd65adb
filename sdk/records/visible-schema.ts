import type { Caller } from '../calls/caller.ts'
import { type FieldAccess, field_access, tables_of, tables_of_field } from './field-access.ts'
import { COMBINED, isSchema, type Json } from './shape.ts'

interface Asked {
  readonly caller: Caller
  /** Whether a member of this name is withheld that no table describes. */
  hides(name: string): boolean
}

/**
 * Returns the schema of an answer without the fields that the caller's roles hide, as `withholder` withholds them; the schema itself if
 * they hide none. Fields that are hidden on some records only stay, but are not required.
 */
export function visible_schema<Schema extends object>(schema: Schema, asked: Asked): Schema {
  return visible(schema as Json, asked) as Schema
}

function visible(schema: Json, asked: Asked): Json {
  const changed: Record<string, unknown> = {}
  const note = (keyword: string, value: unknown) => {
    if (value !== schema[keyword]) changed[keyword] = value
  }
  if (isSchema(schema.properties)) {
    const { gone, optional } = limits_of(schema.properties, asked)
    note('properties', members(without(schema.properties, gone), asked))
    if (Array.isArray(schema.required) && schema.required.some((name: string) => optional.has(name)))
      note(
        'required',
        schema.required.filter((name: string) => !optional.has(name)),
      )
  }
  for (const keyword of ['patternProperties', '$defs'])
    if (isSchema(schema[keyword])) note(keyword, members(schema[keyword], asked))
  for (const keyword of [...COMBINED, 'items', 'prefixItems', 'additionalProperties'])
    note(keyword, held(schema[keyword], asked))
  return Object.keys(changed).length === 0 ? schema : { ...schema, ...changed }
}

/** What may be missing in an object, of which some is always missing. */
interface Limits {
  readonly gone: ReadonlySet<string>
  readonly optional: ReadonlySet<string>
}

function limits_of(properties: Json, { caller, hides }: Asked): Limits {
  const gone = new Set<string>()
  const optional = new Set<string>()
  const whole = tables_of({ properties })
  for (const [name, member] of Object.entries(properties)) {
    const owners = whole.length > 0 ? whole : isSchema(member) ? tables_of_field(member) : []
    const limits = owners
      .map(({ table, schema }) => field_access(caller, table, schema))
      .filter((access): access is FieldAccess => access !== undefined)
    const is_gone = owners.length > 0 ? limits.some(({ hidden }) => hidden.has(name)) : hides(name)
    if (is_gone) gone.add(name)
    if (is_gone || limits.some(({ hidden_somewhere }) => hidden_somewhere.has(name))) optional.add(name)
  }
  return { gone, optional }
}

const without = (properties: Json, gone: ReadonlySet<string>): Json =>
  gone.size === 0 ? properties : Object.fromEntries(Object.entries(properties).filter(([name]) => !gone.has(name)))

function members(named: Json, asked: Asked): Json {
  const kept = Object.entries(named).map(([name, member]) => [name, held(member, asked)] as const)
  return kept.every(([name, member]) => member === named[name]) ? named : Object.fromEntries(kept)
}

/** A schema, several, or none. */
function held(value: unknown, asked: Asked): unknown {
  if (!Array.isArray(value)) return isSchema(value) ? visible(value, asked) : value
  const items = value.map((each: unknown) => held(each, asked))
  return items.every((each, at) => each === value[at]) ? value : items
}
