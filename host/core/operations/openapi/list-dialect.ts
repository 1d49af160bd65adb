import { LARGEST_PAGE } from '@atrium/sdk'
import { type FieldType, list_parameters, type ListParameter, PAGE_SIZE, type RouteDeclaration } from '@atrium/sdk/host'

/** A parameter of an operation, as OpenAPI has it. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: object
}

const WHOLE = { type: 'integer', minimum: 0 }

/** The parameters of a list of the record kit: paging, sorting, searching and every comparison that is allowed. */
export function listDialect({ record, rules }: RouteDeclaration): Parameter[] {
  if (record === undefined || rules === undefined) return []
  const sortable = [...new Set(['id', ...(rules.sort ?? [])])].join(', ')
  return [
    query('_start', 'Where the page begins, counted from 0.', WHOLE),
    query('_end', `Where it ends, exclusive: at most ${LARGEST_PAGE} after its beginning.`, WHOLE),
    query('_page', 'The page, counted from 1: another way to say where it begins.', { type: 'integer', minimum: 1 }),
    query('_limit', 'Records on a page.', { ...WHOLE, maximum: LARGEST_PAGE, default: PAGE_SIZE }),
    query('_sort', `What to sort by, separated by commas: ${sortable}.`, { type: 'string' }),
    query('_order', 'asc or desc for each, separated by commas.', { type: 'string', default: 'asc' }),
    ...(rules.search?.length
      ? [query('q', `Every word has to be in ${rules.search.join(', ')}.`, { type: 'string' })]
      : []),
    ...[...list_parameters(record, rules).values()].map(comparison),
  ]
}

const query = (name: string, description: string, schema: object): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
})

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
  if (kind === 'date-time') return { type: 'string', description: 'A time, or a date for the whole day.' }
  return { type: kind === 'texts' ? 'string' : kind }
}
