import type { TObject } from 'typebox'
import { DeclarationError } from './declaration-error.ts'
import { require_keywords } from './require-keywords.ts'
import { shown_argument, suggest_name } from './require.ts'

/** Returns the schema of an object given to `method`, or throws `record_invalid` at the author's call. */
export function require_record<Schema extends TObject>(schema: Schema, method = 'record'): Schema {
  if (typeof schema?.properties === 'object') return require_fields(schema)
  const why = schema === undefined ? UNDEFINED : ''
  throw new DeclarationError('record_invalid', `[${method}()] requires the schema of an object.${why}`, {
    fix: `Write it like [${method}(Type.Object({ name: Type.String(), … }))].`,
  })
}

const UNDEFINED = ' It is undefined: is it exported, and do its files not import each other in a circle?'

/** Returns the record schema if each of its fields is a schema, or throws `record_invalid` at the author's call. */
export function require_fields<Schema extends TObject>(schema: Schema): Schema {
  require_properties(schema)
  for (const [name, field] of Object.entries<unknown>(schema.properties)) {
    if (!is_schema(field)) throw no_schema(name, field)
    require_choices(name, field as Choices)
    require_shallow(`The field [${name}] of a record`, field, 'record_invalid')
    require_keywords(`The field [${name}] of a record`, field, 'record_invalid')
  }
  return schema
}

/** Throws `record_invalid` at the author's call if the schema is not that of an object. Its fields are not looked at. */
export function require_properties(schema: unknown): void {
  if (!hasFields(schema)) throw no_record(schema)
}

/** Authors in JavaScript have no compiler. */
const hasFields = (schema: unknown): schema is TObject =>
  typeof schema === 'object' && schema !== null && 'properties' in schema && typeof schema.properties === 'object'

const no_record = (given: unknown) =>
  new DeclarationError('record_invalid', `[${shown_argument(given) || 'undefined'}] is not the schema of a record.`, {
    fix: 'Write it like [Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })].',
  })

const no_schema = (name: string, field: unknown) =>
  new DeclarationError(
    'record_invalid',
    `The field [${name}] of a record is [${shown_argument(field)}], which is not a schema.`,
    { fix: `Write it like [${name}: Type.String()].` },
  )

/** The keywords by which a schema lists values. */
interface Choices {
  readonly enum?: unknown
  readonly anyOf?: readonly { readonly const?: unknown }[]
  readonly items?: Choices
  readonly default?: unknown
}

/** Throws `record_invalid` if a schema lists a value twice, or if its default is not one of its values. */
function require_choices(name: string, schema: Choices): void {
  const own = choices_of(schema)
  const twice = twice_in(own) ?? twice_in(choices_of(schema.items))
  if (twice !== undefined) throw listed_twice(name, 'values', twice)
  const known = own ?? choices_of(schema.items)
  if (known === undefined || schema.default === undefined) return
  const defaults = Array.isArray(schema.default) ? (schema.default as unknown[]) : [schema.default]
  const repeated = twice_in(defaults)
  if (repeated !== undefined) throw listed_twice(name, 'defaults', repeated)
  const unknown = defaults.find((value) => !known.includes(value))
  if (unknown === undefined) return
  throw new DeclarationError(
    'record_invalid',
    `The default of the field [${name}] of a record is [${shown_value(unknown)}], which is not one of its values.`,
    { fix: suggest_name(shown_value(unknown), known.map(shown_value)) },
  )
}

/** Undefined if the schema does not list its values. */
function choices_of(schema: Choices | undefined): readonly unknown[] | undefined {
  if (Array.isArray(schema?.enum)) return schema.enum as unknown[]
  const variants = schema?.anyOf ?? []
  return variants.length > 0 && variants.every((variant) => 'const' in variant)
    ? variants.map((variant) => variant.const)
    : undefined
}

const twice_in = (values: readonly unknown[] = []) => values.find((value, index) => values.indexOf(value) !== index)

const listed_twice = (name: string, what: 'values' | 'defaults', value: unknown) =>
  new DeclarationError(
    'record_invalid',
    `The ${what} of the field [${name}] of a record contain [${shown_value(value)}] twice.`,
    { fix: 'Remove one of them, or correct it.' },
  )

const shown_value = (value: unknown) => (typeof value === 'string' ? value : shown_argument(value))

/** Returns the schema, or throws `argument_invalid` at the author's call. Undefined is accepted: the option was left out. */
export function require_schema(option: string, schema: unknown): void {
  if (schema === undefined) return
  if (is_schema(schema)) {
    require_shallow(`[${option}]`, schema, 'argument_invalid')
    require_keywords(`[${option}]`, schema, 'argument_invalid')
    return
  }
  throw new DeclarationError('argument_invalid', `[${option}] is [${shown_argument(schema)}], which is not a schema.`, {
    fix: 'Write it with `Type`, for example [Type.Object({ name: Type.String() })].',
  })
}

/** Enough for what the host reads: JSON of 100 levels, each of which takes two here. */
const DEEPEST = 200

/** Whoever describes a schema goes through all of it, and one that contains itself has no end. It would take the API's description from everyone. */
function require_shallow(what: string, schema: unknown, code: 'argument_invalid' | 'record_invalid'): void {
  if (depth_within(schema, DEEPEST, new Map()) <= DEEPEST) return
  throw new DeclarationError(code, `${what} contains itself, or is nested more than ${DEEPEST} levels deep.`, {
    fix: 'Describe the inner part with [Type.Unknown()] or [Type.Object({}, { additionalProperties: true })], and check it in the handler.',
  })
}

/** How deep a schema is nested; more than `most` as soon as it is deeper. What occurs several times is looked at once. */
function depth_within(value: unknown, most: number, known: Map<object, number>): number {
  if (typeof value !== 'object' || value === null) return 0
  const before = known.get(value)
  if (before !== undefined) return before
  known.set(value, Infinity)
  if (most === 0) return Infinity
  const inner = Object.values(value).map((each) => depth_within(each, most - 1, known))
  const depth = 1 + Math.max(0, ...inner)
  known.set(value, depth)
  return depth
}

const KEYWORDS = [
  'type',
  'enum',
  'const',
  'anyOf',
  'allOf',
  'oneOf',
  'not',
  'if',
  '$ref',
  'properties',
  '~kind',
  '~unsafe',
]

/** A schema of TypeBox, or plain JSON Schema that says something. */
const is_schema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && KEYWORDS.some((keyword) => keyword in value)

const TABLE_STORE = "table_store(db, 'fleet_vans', Van, { sort: ['name'] })"

/** Throws `argument_invalid` at the author's call if the first two arguments are others. `example` is the call as it should be. */
export function require_table(db: unknown, table: unknown, example = TABLE_STORE): void {
  if (typeof db === 'function' && typeof table === 'string' && table !== '') return
  const [method] = example.split('(')
  throw new DeclarationError(
    'argument_invalid',
    `[${method}(…)] gets [${shown_argument(typeof db === 'function' ? table : db) || 'nothing'}] instead of ${typeof db === 'function' ? 'the name of a table' : '`context.db`'}.`,
    { fix: `Write it like [${example}], with the \`db\` of the context.` },
  )
}
