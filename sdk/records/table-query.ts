import type { Knex } from 'knex'
import type { TObject } from 'typebox'
import type { ListFilter, ListQuery, Operand } from '../lists/list-query.ts'
import { record_fields } from '../lists/record-fields.ts'

type Query = Knex.QueryBuilder

/** What a condition needs to know besides its values. */
interface Table {
  readonly db: Knex
  readonly schema: TObject
}

/** Whether statements go to PostgreSQL; otherwise it is SQLite. */
export const is_postgres = (db: Knex) => (db.client as { dialect?: string }).dialect === 'postgresql'

/** Adds the conditions of the filters, each of which has to hold. */
export function where_filters(query: Query, filters: readonly ListFilter[], table: Table): void {
  for (const filter of filters) addFilter(query, filter, table)
}

/** Adds the search: every word has to be in one of the fields, whatever its case. */
export function where_search(
  query: Query,
  search: string | undefined,
  table: Table & { fields: readonly string[] },
): void {
  for (const word of search?.split(/\s+/).filter(Boolean) ?? []) {
    query.where((any) => {
      for (const field of table.fields) orLike(any, { field, text: word, db: table.db })
    })
  }
}

/**
 * Orders as asked. NULL is the smallest, as on SQLite; PostgreSQL would take it for the largest.
 */
export function order_by(query: Query, sort: ListQuery['sort'], { db, schema }: Table): void {
  const fields = record_fields(schema)
  for (const { field, order } of sort) {
    const explicit = is_postgres(db) && fields.get(field)?.required !== true
    query.orderBy(field, order, explicit ? (order === 'asc' ? 'first' : 'last') : undefined)
  }
}

function addFilter(query: Query, { field, comparison, values }: ListFilter, { db, schema }: Table): void {
  const [first = ''] = values
  const kind = record_fields(schema).get(field)?.type.kind
  if (kind === 'texts' && comparison !== 'null') return addTexts(query, { field, comparison, values }, db)
  const bind = binder(db, kind)
  switch (comparison) {
    case 'eq':
      return void (values.length === 1 ? query.where(field, bind(first)) : query.whereIn(field, values.map(bind)))
    case 'ne':
      return void query.where((other) => void other.whereNotIn(field, values.map(bind)).orWhereNull(field))
    case 'gte':
      return void query.where(field, '>=', bind(first))
    case 'lte':
      return void query.where(field, '<=', bind(first))
    case 'null':
      return void (first === true ? query.whereNull(field) : query.whereNotNull(field))
    case 'like':
      return void query.where((any) => {
        for (const text of values) orLike(any, { field, text: String(text), db })
      })
  }
}

/** Looks into an array of texts, which is kept as JSON: whether any of them, or for `ne` none, is one of the values. */
function addTexts(query: Query, { field, comparison, values }: ListFilter, db: Knex): void {
  const texts = is_postgres(db) ? 'jsonb_array_elements_text(??::jsonb) as texts(value)' : 'json_each(??) as texts'
  const any = db.select(db.raw('1')).from(db.raw(texts, [field]))
  if (comparison === 'like') {
    any.where((each) => {
      for (const text of values) orLike(each, { field: 'texts.value', text: String(text), db })
    })
  } else {
    any.whereIn('texts.value', values)
  }
  void (comparison === 'ne' ? query.whereNotExists(any) : query.whereExists(any))
}

/** PostgreSQL takes a parameter for the type of its column and refuses what is out of its range; with a type of its own it compares. */
function binder(db: Knex, kind: string | undefined): (value: Operand) => Knex.Value | Knex.Raw {
  if (!is_postgres(db)) return (value) => value
  if (kind === 'integer') return (value) => db.raw('?::bigint', [value])
  if (kind === 'number') return (value) => db.raw('?::numeric', [value])
  return (value) => value
}

function orLike(query: Query, { field, text, db }: { field: string; text: string; db: Knex }): void {
  const escape = '\\'
  if (is_postgres(db)) return void query.orWhereRaw('?? ilike ? escape ?', [field, like_pattern(text), escape])
  for (const each of spellings(text)) query.orWhereRaw('?? like ? escape ?', [field, like_pattern(each), escape])
}

/** A pattern for LIKE that finds the text anywhere; its wildcards are escaped with a backslash. */
const like_pattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * The spellings to look for where the database ignores case in ASCII only, as SQLite does: as given, in small and capital letters,
 * and with capital initials. One where nothing else would come of it.
 */
function spellings(text: string): readonly string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [text]
  const small = text.toLowerCase()
  const initials = small.replaceAll(/(^|\s)\S/gu, (start) => start.toUpperCase())
  return [...new Set([text, small, text.toUpperCase(), initials])]
}
