import type { Knex } from 'knex'
import type { Static, TObject } from 'typebox'
import type { Caller } from './caller.ts'
import type { ListRules } from './list-rules.ts'
import type { RecordStore } from './record-store.ts'

export interface TableStoreOptions<Row extends object> extends ListRules<Extract<keyof Row, string>> {
  /** Narrows every statement to what the caller may touch. */
  scope?: (query: Knex.QueryBuilder, caller: Caller) => void
  /** Sees a record before it is written and may change it or throw. `current` is there for updates. */
  before?: (record: Partial<Row>, current: Row | undefined) => Partial<Row> | Promise<Partial<Row>>
  /** Runs in the same transaction, after the record was written. */
  after?: (record: Row, change: 'created' | 'updated' | 'deleted') => void | Promise<void>
}

export declare function table_store<Schema extends TObject>(
  db: Knex,
  table: string,
  schema: Schema,
  options?: TableStoreOptions<Static<Schema>>,
): Required<RecordStore<Static<Schema>>>
