import type { Knex } from 'knex'
import type { TObject } from 'typebox'
import type { ListFilter, Operand } from '../lists/list-query.ts'
import { record_fields } from '../lists/record-fields.ts'

type Query = Knex.QueryBuilder

/** The table that a condition applies to. */
export interface Table {
  readonly db: Knex
  readonly schema: TObject
}

const postgres = new WeakMap<Knex, boolean>()

/** Whether statements go to PostgreSQL; otherwise it is SQLite. Remembered, because `db.client` looks up the connection. */
export function is_postgres(db: Knex): boolean {
  const known = postgres.get(db)
  if (known !== undefined) return known
  const found = (db.client as { dialect?: string }).dialect === 'postgresql'
  postgres.set(db, found)
  return found
}

/** Adds the conditions of the filters; all must hold. */
export function where_filters(query: Query, filters: readonly ListFilter[], table: Table): void {
  for (const filter of filters) addFilter(query, filter, table)
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
        for (const text of values) or_like(any, { field, text: String(text), db })
      })
  }
}

/** Filters by an array of texts, which is stored as JSON: one of them, or for `ne` none, must be one of the values. */
function addTexts(query: Query, { field, comparison, values }: ListFilter, db: Knex): void {
  const texts = is_postgres(db) ? 'jsonb_array_elements_text(??::jsonb) as texts(value)' : 'json_each(??) as texts'
  const any = db.select(db.raw('1')).from(db.raw(texts, [field]))
  if (comparison === 'like') {
    any.where((each) => {
      for (const text of values) or_like(each, { field: 'texts.value', text: String(text), db })
    })
  } else {
    any.whereIn('texts.value', values)
  }
  void (comparison === 'ne' ? query.whereNotExists(any) : query.whereExists(any))
}

/** PostgreSQL gives a parameter the type of the column and refuses values out of its range. With an explicit type it compares them. */
function binder(db: Knex, kind: string | undefined): (value: Operand) => Knex.Value | Knex.Raw {
  if (!is_postgres(db)) return (value) => value
  if (kind === 'integer') return (value) => db.raw('?::bigint', [value])
  if (kind === 'number') return (value) => db.raw('?::numeric', [value])
  return (value) => value
}

/** Adds texts that contain this one, in any case. */
export function or_like(query: Query, { field, text, db }: { field: string; text: string; db: Knex }): void {
  const escape = '\\'
  if (is_postgres(db)) return void query.orWhereRaw('?? ilike ? escape ?', [field, like_pattern(text), escape])
  for (const each of spellings(text)) query.orWhereRaw('?? like ? escape ?', [field, like_pattern(each), escape])
}

/** A LIKE pattern that finds the text anywhere. Wildcards in the text are escaped with a backslash. */
export const like_pattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * The spellings to search for if the database ignores case in ASCII only, like SQLite: as given, in lower case, in upper case, and
 * with capital initials. ASCII text needs only one.
 */
function spellings(text: string): readonly string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [text]
  const small = text.toLowerCase()
  const initials = small.replaceAll(/(^|\s)\S/gu, (start) => start.toUpperCase())
  return [...new Set([text, small, text.toUpperCase(), initials])]
}
