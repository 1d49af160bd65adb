import type { Static, TObject } from 'typebox'
import type { Origin } from '../declaration/origin.ts'
import type { Attempt } from '../calls/attempt.ts'
import type { ListQuery } from '../lists/list-query.ts'
import type { ListRules } from '../lists/list-rules.ts'
import type { Answer, Page } from '../calls/results.ts'

/** What a change may bring along. */
export interface ChangeOptions {
  /** The `If-Match` of the request, as it came; `*` matches whatever there is. A stale one is 412 with the current record. */
  if_match?: string | undefined
  /** Checks the whole record after merging and before writing; throws to refuse. */
  check?: ((record: unknown) => void) | undefined
}

/** What tells one record of a store from the others: an integer, or a text where the schema says so. */
export type RecordId = string | number

/**
 * Where records live. `routes.records` mounts what the store has; a store without `create` is read only. A single record that it
 * returns carries its ETag.
 */
export interface RecordStore<Row extends object> {
  readonly schema: TObject
  readonly rules: ListRules
  /** Where the records are, for a store over a table. */
  readonly table?: StoredTable
  list(query: ListQuery): Promise<Page<Row>>
  /** The ids of all records that match, in order and before paging: for exports and for actions on all that match. */
  ids(query: ListQuery): Promise<readonly RecordId[]>
  /** Throws 404 `record_not_found`. */
  get(id: RecordId): Promise<Row>
  /** Applies the defaults of the schema. A store of the plugin's own may add headers: `answer(record, { headers })`. */
  create?(values: Partial<Row>): Promise<Row | Answer<Row>>
  /**
   * For each of the values what `create` would have answered or thrown: one that is refused leaves nothing and keeps no other from
   * being made.
   */
  create_many?(values: readonly Partial<Row>[]): Promise<readonly Attempt<Row>[]>
  /** Merges the given fields into the record (RFC 7396: `null` removes an optional one). */
  update?(id: RecordId, patch: Patch<Row>, options?: ChangeOptions): Promise<Row>
  /** Returns the record as it was. */
  delete?(id: RecordId, options?: ChangeOptions): Promise<Row>
}

/** A store that can do everything. */
export interface WritableStore<Row extends object> extends Required<Omit<RecordStore<Row>, 'table' | 'create'>> {
  readonly table?: StoredTable
  create(values: Partial<Row>): Promise<Row>
}

/** The table of a store, and the author's line that names it. */
export interface StoredTable {
  readonly name: string
  readonly origin: Origin
}

/** Some fields of a record; `null` takes an optional one away. */
export type Patch<Row> = { [Field in keyof Row]?: Row[Field] | null }

/** The record type of a schema, as an interface a reader can follow. */
export type RecordOf<Schema extends TObject> = Static<Schema> & object
