import type { Knex } from 'knex'
import type { TObject } from 'typebox'
import { present_caller } from '../services/present-call.ts'
import { scope_filters } from './scope-filters.ts'
import { where_filters } from './table-query.ts'

type Values = Record<string, unknown>

/**
 * A query of the rows of a table that the present caller may touch, for figures and joins that no list answers. What roles allow is
 * asked for under the table's name, as `table_store` does; a store's own `scope` is not known here.
 *
 *     const [row] = await scoped_rows(db, 'template_items', Item).where('price', '>', 0).count({ total: '*' })
 */
export function scoped_rows(db: Knex, table: string, schema: TObject): Knex.QueryBuilder<Values, Values[]> {
  const query = db<Values>(table)
  where_filters(query, scope_filters(present_caller(), table, schema), { db, schema })
  return query
}
