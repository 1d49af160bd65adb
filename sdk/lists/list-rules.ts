import type { TObject } from 'typebox'
import { DeclarationError } from '../declaration/declaration-error.ts'
import { nearest_name } from '../declaration/nearest-name.ts'
import { require_fields } from '../declaration/require-record.ts'
import { shown_argument } from '../declaration/require.ts'
import type { DiagnosticCode } from '../documents/diagnostics/diagnostic-catalogue.ts'
import type { FieldType } from './record-fields.ts'
import type { Comparison } from './list-query.ts'
import { record_fields } from './record-fields.ts'

/** The fields of a record that a list may be sorted, filtered and searched by. All others are refused with 400. */
export interface ListRules<Field extends string = string> {
  sort?: readonly Field[]
  filter?: readonly Field[]
  /** The fields that `q` searches. Without any, `q` is refused. */
  search?: readonly Field[]
  /** The numbers that `_summary` may ask for. Default: every number of the record, except its id. */
  summarize?: readonly Field[]
}

/** A parameter that compares a field: `price_gte`. */
export interface ListParameter {
  readonly name: string
  readonly field: string
  readonly comparison: Comparison
  readonly type: FieldType
}

const parametersOf = new WeakMap<ListRules, ReadonlyMap<string, ListParameter>>()

/**
 * The filtering parameters of a list by name: `field`, `field_ne`, `field_null`, and where they make sense `field_gte`,
 * `field_lte`, `field_like`, for each filterable field and always for `id`. Computed once per rules.
 */
export function list_parameters(schema: TObject, rules: ListRules): ReadonlyMap<string, ListParameter> {
  const known = parametersOf.get(rules)
  if (known) return known
  const parameters = findParameters(schema, rules)
  parametersOf.set(rules, parameters)
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

/**
 * Returns the rules of a store, or throws at the author's call. The record needs an `id`, and each field that is sorted, filtered or
 * searched by must belong to the record and hold a single value.
 */
export function require_list_rules(schema: TObject, given: ListRules): ListRules {
  const { sort = [], filter = [], search = [] } = given
  require_fields(schema)
  const summarize = given.summarize ?? numbers_of(schema)
  for (const [name, names] of Object.entries({ sort, filter, search, summarize })) require_list(name, names)
  const fields = record_fields(schema)
  if (!fields.has('id')) {
    throw new DeclarationError('record_invalid', 'The record schema has no [id].', {
      fix: 'Add `id: Type.Integer({ readOnly: true })` to the record schema.',
    })
  }
  for (const name of sort) requireField(schema, { name, code: 'sort_not_supported', use: 'sorted by' })
  for (const name of filter) requireField(schema, { name, code: 'filter_not_supported', use: 'filtered by' })
  for (const name of search) requireText(schema, name)
  for (const name of summarize) requireNumber(schema, name)
  return { sort, filter, search, summarize }
}

const numbers_of = (schema: TObject) =>
  [...record_fields(schema).values()]
    .filter(({ name, type }) => name !== 'id' && is_number(type))
    .map(({ name }) => name)

const is_number = ({ kind }: FieldType) => kind === 'integer' || kind === 'number'

function require_list(option: string, names: unknown): void {
  if (Array.isArray(names)) return
  throw new DeclarationError('argument_invalid', `The option [${option}] of a store is [${shown_argument(names)}].`, {
    fix: `Write it as a list of fields: [${option}: ['name']].`,
  })
}

function requireField(schema: TObject, { name, code, use }: { name: string; code: DiagnosticCode; use: string }): void {
  const fields = record_fields(schema)
  const field = fields.get(name)
  if (field && isComparable(field.type, code)) return
  if (field) {
    const fix = 'Remove the field here, or give it a type with a single value.'
    throw new DeclarationError(code, `Records cannot be ${use} [${name}]. The field holds an object or an array.`, {
      fix,
    })
  }
  const nearest = nearest_name(name, fields.keys())
  throw new DeclarationError(
    'field_unknown',
    `Records cannot be ${use} [${name}]. The record schema has no such field.`,
    {
      fix: nearest ? `Did you mean [${nearest}]?` : `Use one of ${[...fields.keys()].join(', ')}.`,
    },
  )
}

/** A list of texts can be filtered by one of its texts, but not sorted by. */
const isComparable = ({ kind }: FieldType, code: DiagnosticCode) =>
  kind !== 'json' && (kind !== 'texts' || code === 'filter_not_supported')

function requireText(schema: TObject, name: string): void {
  requireField(schema, { name, code: 'search_not_supported', use: 'searched by' })
  if (record_fields(schema).get(name)?.type.kind === 'string') return
  throw new DeclarationError('search_not_supported', `[q] cannot search [${name}]. The field does not hold text.`, {
    fix: 'Name only fields that hold text.',
  })
}

function requireNumber(schema: TObject, name: string): void {
  requireField(schema, { name, code: 'argument_invalid', use: 'summarized by' })
  const field = record_fields(schema).get(name)
  if (field && is_number(field.type)) return
  throw new DeclarationError(
    'argument_invalid',
    `Records cannot be summarized by [${name}]. The field holds no number.`,
    {
      fix: 'Name only fields that hold numbers.',
    },
  )
}
