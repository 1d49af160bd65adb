import type { TObject } from 'typebox'
import type { FieldType } from './field-type.ts'
import type { Comparison } from './list-query.ts'
import type { ListRules } from './list-rules.ts'
import { record_fields } from './record-fields.ts'

/** A parameter that compares a field: `price_gte`. */
export interface ListParameter {
  readonly name: string
  readonly field: string
  readonly comparison: Comparison
  readonly type: FieldType
}

const known = new WeakMap<ListRules, ReadonlyMap<string, ListParameter>>()

/**
 * The filtering parameters of a list by name: `field`, `field_ne`, `field_null`, and where they make sense `field_gte`,
 * `field_lte`, `field_like`, for each filterable field and always for `id`. Worked out once per rules.
 */
export function list_parameters(schema: TObject, rules: ListRules): ReadonlyMap<string, ListParameter> {
  const parameters = known.get(rules) ?? findParameters(schema, rules)
  known.set(rules, parameters)
  return parameters
}

function findParameters(schema: TObject, rules: ListRules): ReadonlyMap<string, ListParameter> {
  const fields = record_fields(schema)
  const names = new Set(['id', ...(rules.filter ?? [])])
  const parameters = [...names].flatMap((name) => {
    const type = fields.get(name)?.type
    return type ? comparisonsOf(type).map((comparison) => parameterOf({ field: name, comparison, type })) : []
  })
  // The plain name of a field wins over another field's suffix, so it is set last.
  const plainLast = parameters.sort((a, b) => Number(a.comparison === 'eq') - Number(b.comparison === 'eq'))
  return new Map(plainLast.map((parameter) => [parameter.name, parameter]))
}

function parameterOf(given: Omit<ListParameter, 'name'>): ListParameter {
  return { ...given, name: given.comparison === 'eq' ? given.field : `${given.field}_${given.comparison}` }
}

function comparisonsOf({ kind, choices }: FieldType): readonly Comparison[] {
  if (kind === 'boolean' || choices) return ['eq', 'ne', 'null']
  if (kind === 'texts') return ['eq', 'ne', 'like', 'null']
  if (kind === 'string') return ['eq', 'ne', 'gte', 'lte', 'like', 'null']
  return ['eq', 'ne', 'gte', 'lte', 'null']
}
