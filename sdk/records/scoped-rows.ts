import type { Knex } from 'knex'
import type { TObject } from 'typebox'
import { present_caller } from '../calls/caller.ts'
import { require_properties, require_table } from '../declaration/require-record.ts'
import { record_fields } from '../lists/record-fields.ts'
import { type FieldAccess, field_access } from './field-access.ts'
import { condition_filters, narrow_to_scope } from './scope.ts'
import { where_filters } from './table-query.ts'

type Values = Record<string, unknown>

/**
 * A query of the rows of a table that the current caller may access, for figures and joins that no list answers. The scope of the
 * caller's roles is looked up by the table's name, as in `table_store`. The `scope` option of a store does not apply here. A field that
 * the caller does not see is null, so that no sum, group or order reveals it; then the fields of the schema are the only columns.
 *
 *     const [row] = await scoped_rows(db, 'template_items', Item).where('price', '>', 0).count({ total: '*' })
 */
export function scoped_rows(db: Knex, table: string, schema: TObject): Knex.QueryBuilder<Values, Values[]> {
  require_table(db, table, "scoped_rows(db, 'fleet_vans', Van)")
  require_properties(schema)
  const query = db<Values>(table)
  narrow_to_scope(query, { db, table, schema })
  const caller = present_caller()
  const access = caller && field_access(caller, table, schema)
  if (access === undefined || access.hidden_somewhere.size === 0) return query
  const columns = [...record_fields(schema).keys()].map((name) =>
    access.hidden_somewhere.has(name) ? visible_value(name, db, access).as(name) : name,
  )
  return db.from<Values, Values[]>(query.select(columns).as(table))
}

/** The value of a field in the records of the ways that do not hide it; null in others. */
function visible_value(name: string, db: Knex, { table, schema, ways }: FieldAccess): Knex.QueryBuilder {
  const showing = ways.flatMap(({ where, hidden }) => {
    const filters = hidden.includes(name) ? undefined : condition_filters(where, { table, schema })
    return filters ? [filters] : []
  })
  const value = db.select(name)
  if (showing.length === 0) return value.whereRaw('1 = 0')
  return value.where((any) => {
    for (const filters of showing) any.orWhere((all) => where_filters(all, filters, { db, schema }))
  })
}
