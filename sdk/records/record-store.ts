import type { Static, TObject } from 'typebox'
import type { Origin } from '../declaration/origin.ts'
import type { Attempt } from '../calls/attempt.ts'
import type { ListQuery } from '../lists/list-query.ts'
import type { ListRules } from '../lists/list-rules.ts'
import type { Answer, Page } from '../calls/results.ts'

/** Conditions and checks of a change. */
export interface ChangeOptions {
  /** The `If-Match` header of the request; `*` matches any version. A stale one is 412 with the current record. */
  if_match?: string | undefined
  /** Checks the whole record after merging and before writing; throws to refuse. */
  check?: ((record: unknown) => void) | undefined
}

/** The id of a record: an integer, or a text if the schema says so. */
export type RecordId = string | number

/**
 * Where records are kept. `routes.records` mounts a route for each method that the store has; a store without `create` is read-only.
 * Every single record that it returns carries its ETag (`etag_of`). `wrap_store` makes one of a few methods.
 */
export interface RecordStore<Row extends object> {
  readonly schema: TObject
  readonly rules: ListRules
  /** The table, for a store over one. */
  readonly table?: StoredTable
  /**
   * Whether the host opens a transaction around each change. Default: only for a store over a table, so that no transaction waits for
   * another system. Set it to true for a store of your own that changes several tables.
   */
  readonly transaction?: boolean
  list(query: ListQuery): Promise<Page<Row>>
  /** The ids of all matching records, in order and without paging: for exports and for actions on all of them. */
  ids(query: ListQuery): Promise<readonly RecordId[]>
  /** Throws 404 `record_not_found`. */
  get(id: RecordId): Promise<Row>
  /** Applies the defaults of the schema. A store of the plugin's own may add headers: `answer(record, { headers })`. */
  create?(values: Partial<Row>): Promise<Row | Answer<Row>>
  /**
   * Creates many records, and returns for each what `create` would have returned or thrown. A refused one leaves nothing behind and
   * does not prevent the others.
   */
  create_many?(values: readonly Partial<Row>[]): Promise<readonly Attempt<Row>[]>
  /** Merges the given fields into the record (RFC 7396: `null` removes an optional one). */
  update?(id: RecordId, patch: Patch<Row>, options?: ChangeOptions): Promise<Row>
  /** Returns the record as it was. */
  delete?(id: RecordId, options?: ChangeOptions): Promise<Row>
}

/** A store that can also create, change and delete. */
export interface WritableStore<Row extends object> extends Required<
  Omit<RecordStore<Row>, 'table' | 'transaction' | 'create'>
> {
  readonly table?: StoredTable
  readonly transaction?: boolean
  create(values: Partial<Row>): Promise<Row>
}

/** The table of a store, the author's line that names it, and whether records reach it as they are given. */
export interface StoredTable {
  readonly name: string
  readonly origin: Origin
  /** Whether the store has a `before`, which may change a record before it is written. */
  readonly prepares: boolean
  /** Whether the store limits, by its `scope`, what each caller may access. */
  readonly isScoped?: boolean
  /** Fields of the schema without a column, which a store around it computes for each caller. */
  readonly computed?: readonly string[]
}

/** Some fields of a record; `null` takes an optional one away. */
export type Patch<Row> = { [Field in keyof Row]?: Row[Field] | null }

/** The record type of a schema. */
export type RecordOf<Schema extends TObject> = Static<Schema> & object
