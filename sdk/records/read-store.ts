import type { Knex } from 'knex'
import type { Static, TObject } from 'typebox'
import { require_list_rules } from '../lists/list-rules.ts'
import type { ListRules } from '../lists/list-rules.ts'
import { describe_table } from './field-access.ts'
import { record_not_found, require_record_id } from './record-id.ts'
import type { RecordStore } from './record-store.ts'
import { TableRows } from './table-rows.ts'
import { searched_fields } from './withheld-fields.ts'

/** The rows of a read store, and the rules of its lists. */
export interface ReadStoreOptions<Row extends object> extends ListRules<Extract<keyof Row, string>> {
  /** A query that selects a column for each field of the schema, for example from joined tables. */
  from: (db: Knex) => Knex.QueryBuilder
}

/**
 * Makes a store that only reads, over the rows of a query. Its records have no ETag, because no version counts their changes. The
 * scope of the caller's roles is asked for under `name`, as in `table_store`.
 */
export function read_store<Schema extends TObject>(
  db: Knex,
  name: string,
  schema: Schema,
  { from, ...options }: ReadStoreOptions<Static<Schema>>,
): RecordStore<Static<Schema> & object> {
  const rules = require_list_rules(schema, options)
  const search = () => searched_fields({ schema, rules })
  const rows = new TableRows<Static<Schema> & object>(db, { table: name, from, schema, search })
  describe_table(name, schema)
  return {
    schema,
    rules,
    list: (query) => rows.page(query),
    ids: (query) => rows.ids(query),
    get: async (id) => {
      const values = [require_record_id(schema, id)]
      const filters = [{ field: 'id', comparison: 'eq', values } as const]
      // A page that is not full is the last one, so nothing is counted.
      const [row] = (await rows.page({ filters, sort: [], offset: 0, limit: 2 })).rows
      if (row === undefined) throw record_not_found(id)
      return row
    },
  }
}
