import { LARGEST_PAGE } from '@atrium/sdk'
import type { FieldType, ListDialect, ListParameter } from '@atrium/sdk/host'
import { list_of, list_parameters, MOST_SEARCH_WORDS, PAGE_SIZE, record_fields } from '@atrium/sdk/host'
import type { JsonSchema } from '@atrium/sdk/documents'
import { type Operation, pathShape } from '../registries/index.ts'
import { meaningOf, meaningOfPart } from './meaning.ts'

/** A parameter of an operation in OpenAPI. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description: string
  readonly schema: object
}

const WHOLE = { type: 'integer', minimum: 0 }

/** The parameters of a list: paging, sorting, searching and every comparison that is allowed. */
export function listDialect({ schema, rules }: ListDialect): Parameter[] {
  const sortable = [...new Set(['id', ...(rules.sort ?? [])])].join(', ')
  return [
    ...PAGING,
    query('_sort', `What to sort by, separated by commas: ${sortable}.`, { type: 'string' }),
    query('_order', 'asc or desc for each, separated by commas.', { type: 'string', default: 'asc' }),
    ...(rules.summarize?.length
      ? [
          query(
            '_summary',
            `The fields whose figures \`X-Summary\` answers, of all matching records, separated by commas: ${rules.summarize.join(', ')}.`,
            { type: 'string' },
          ),
        ]
      : []),
    ...(rules.search?.length
      ? [
          query('q', `Every word has to be in ${rules.search.join(', ')}. At most ${MOST_SEARCH_WORDS} words.`, {
            type: 'string',
          }),
        ]
      : []),
    ...[...list_parameters(schema, rules).values()].map(comparison),
  ]
}

function query(name: string, description: string, schema: object): Parameter {
  return { name, in: 'query', description, schema }
}

const PAGING: readonly Parameter[] = [
  query('_start', 'Where the page begins, counted from 0.', WHOLE),
  query(
    '_end',
    `Where it ends, exclusive. A page has at most ${LARGEST_PAGE} records; \`X-Limit\` says how many it may have.`,
    WHOLE,
  ),
  query('_page', 'The page, counted from 1: another way to say where it begins.', { type: 'integer', minimum: 1 }),
  query('_limit', 'Records on a page.', { ...WHOLE, maximum: LARGEST_PAGE, default: PAGE_SIZE }),
]

/** Whether an operation answers a page of a list without being a list of the record kit, as histories do. */
export function isPaged({ schemas, declaration }: Operation): boolean {
  if (list_of(declaration) !== undefined) return true
  const { properties = {} } = (schemas.query ?? {}) as ObjectSchema
  return PAGING.every(({ name }) => name in properties)
}

const MEANING: Record<ListParameter['comparison'], string> = {
  eq: 'equals any of these',
  ne: 'equals none of these',
  gte: 'is at least this',
  lte: 'is at most this',
  like: 'contains any of these, whatever the case',
  null: 'has no value, or has one',
}

function comparison({ name, field, comparison: how, type }: ListParameter): Parameter {
  const one = how === 'null' ? { type: 'boolean' } : operandSchema(type)
  const isMany = how === 'eq' || how === 'ne' || how === 'like'
  return query(name, `[${field}] ${MEANING[how]}.`, isMany ? { type: 'array', items: one } : one)
}

function operandSchema({ kind, choices }: FieldType): object {
  if (choices) return { enum: choices }
  if (kind === 'date') return { type: 'string', format: 'date' }
  if (kind === 'date-time')
    return { type: 'string', description: 'A time, or a date for the whole day. Without an offset, in UTC.' }
  return { type: kind === 'texts' ? 'string' : kind }
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema & ParameterSchema>>
  readonly required?: readonly string[]
}

/**
 * Everything that an operation accepts besides its body.
 * @param siblings the operations of the same owner: a path parameter has one type in all of them
 */
export function operationParameters(operation: Operation, siblings: readonly Operation[]): Parameter[] {
  return [...pathParameters(operation, siblings), ...queryParameters(operation), ...headerParameters(operation)]
}

function pathParameters(operation: Operation, siblings: readonly Operation[]): Parameter[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map(({ 1: name = '', index }) => {
    const path = operation.path.slice(0, index + name.length + 2)
    const found: ParameterSchema = declaredSchema(operation, name) ?? idSchema(path, siblings) ?? TEXT
    const { readOnly: _, description, ...schema } = found
    const [, segment = ''] = /([^/]*)\/\{\w+\}$/.exec(path) ?? []
    return { name, in: 'path', required: true, description: description ?? meaningOfPart(name, segment), schema }
  })
}

interface ParameterSchema {
  readonly type?: string
  readonly readOnly?: boolean
  readonly description?: string
}

const TEXT = { type: 'string' }

const declaredSchema = ({ schemas }: Operation, name: string): ParameterSchema | undefined =>
  ((schemas.params ?? {}) as ObjectSchema).properties?.[name]

/** The schema of the id that a record at this path has: `/items/{id}/retire` takes the same id as `/items/{id}`. */
function idSchema(path: string, siblings: readonly Operation[]): ParameterSchema | undefined {
  const place = pathShape(path)
  for (const sibling of siblings) {
    const { record } = sibling.declaration
    const id = record && pathShape(sibling.path) === place ? record_fields(record).get('id') : undefined
    if (id !== undefined) return id.schema
  }
  return undefined
}

function queryParameters({ schemas, declaration }: Operation): Parameter[] {
  const list = list_of(declaration)
  if (list !== undefined) return listDialect(list)
  const { properties = {}, required = [] } = (schemas.query ?? {}) as ObjectSchema
  return Object.entries(properties).map(
    ([name, { description, ...schema }]) =>
      PAGING.find((known) => known.name === name) ?? {
        name,
        in: 'query',
        required: required.includes(name),
        description: meaningOf(name, { description, ...schema }),
        schema,
      },
  )
}

function headerParameters(operation: Operation): Parameter[] {
  const { method, declaration } = operation
  const { kind } = declaration
  return [
    ...(isReplayable(operation) ? [idempotencyKey(operation)] : []),
    ...(honoursIfMatch(declaration) ? [IF_MATCH] : []),
    ...(method === 'GET' && (kind === 'read' || declaration.options.etag === true) ? [IF_NONE_MATCH] : []),
    ...(isUndoable(operation) ? [UNDO_REQUIRED] : []),
  ]
}

/** Whether the operation honours `If-Match` and may answer 412. */
export const honoursIfMatch = ({ kind, options }: Operation['declaration']) =>
  kind === 'replace' || kind === 'update' || kind === 'delete' || options.if_match === true

/** Whether the operation accepts an `Idempotency-Key`. */
export const isReplayable = ({ method, transaction, raw, open, declaration: { kind, options } }: Operation) =>
  method === 'POST' && !open && (((transaction || kind !== 'plain') && !raw) || options.once === true)

/** Whether the answer may name the address that takes the change back. */
export const isUndoable = ({ method, open, transaction, declaration: { kind } }: Operation) =>
  method !== 'GET' && !open && (transaction || kind !== 'plain')

const header = (name: string, description: string, schema: object = { type: 'string' }): Parameter => ({
  name,
  in: 'header',
  description,
  schema,
})

const REPLAYED =
  'Makes the request safe to repeat for 24 hours: it is carried out once, and its answer is replayed with `Idempotency-Replayed: true`.'
const AT_MOST_ONCE =
  ' It also changes another system. If it fails with a 5xx, or the host ends meanwhile, it may have taken effect there; a repetition is then answered 409 `idempotency_outcome_unknown`.'

function idempotencyKey({ transaction, declaration }: Operation): Parameter {
  const description = transaction || declaration.options.once === true ? REPLAYED : REPLAYED + AT_MOST_ONCE
  return header('Idempotency-Key', description, { type: 'string', minLength: 1, maxLength: 255 })
}
const IF_MATCH = header(
  'If-Match',
  'The ETag of the record as you know it. If the record has changed since, the answer is 412.',
)
const IF_NONE_MATCH = header(
  'If-None-Match',
  'The ETag of the record as you know it. If the record has not changed, the answer is 304.',
)
const UNDO_REQUIRED = header(
  'Undo',
  '`required`: a change that nobody could take back is refused with 409 `undo_impossible`.',
  { enum: ['required'] },
)
