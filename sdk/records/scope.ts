import type { Knex } from 'knex'
import type { TObject } from 'typebox'
import type { ListFilter } from '../lists/list-query.ts'
import type { ListRules } from '../lists/list-rules.ts'
import { parse_list_query } from '../lists/parse-list-query.ts'
import { parse_query_string } from '../lists/query-string.ts'
import { record_fields } from '../lists/record-fields.ts'
import { present_caller } from '../calls/caller.ts'
import { where_filters } from './table-query.ts'

const rules = new WeakMap<TObject, ListRules>()

/** The conditions of a caller's scope, a list query. They may name any field, even one that lists do not filter by. */
export function scope_filters(scope: string, schema: TObject): readonly ListFilter[] {
  return parse_list_query(parse_query_string(scope), schema, everyField(schema)).filters
}

function everyField(schema: TObject): ListRules {
  const every = rules.get(schema) ?? { filter: [...record_fields(schema).keys()] }
  rules.set(schema, every)
  return every
}

type Values = Record<string, unknown>

/**
 * A query of the rows of a table that the present caller may access, for figures and joins that no list answers. The scope of the
 * caller's roles is looked up by the table's name, as in `table_store`. The `scope` option of a store does not apply here.
 *
 *     const [row] = await scoped_rows(db, 'template_items', Item).where('price', '>', 0).count({ total: '*' })
 */
export function scoped_rows(db: Knex, table: string, schema: TObject): Knex.QueryBuilder<Values, Values[]> {
  const query = db<Values>(table)
  const scope = present_caller()?.scope(table)
  if (scope) where_filters(query, scope_filters(scope, schema), { db, schema })
  return query
}
