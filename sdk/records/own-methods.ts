import type { Attempt } from '../calls/attempt.ts'
import type { Answer, Page } from '../calls/results.ts'
import type { ListQuery } from '../lists/list-query.ts'
import type { ListRules } from '../lists/list-rules.ts'
import type { ChangeOptions, Patch, RecordId, RecordStore } from './record-store.ts'

/** The methods of a store that the author may supply. Ids have the type of the schema. */
export interface OwnMethods<Row extends object> {
  list?(query: ListQuery): Promise<Page<Row>>
  /** Default: the ids of all pages of `list`, if that is given. */
  ids?(query: ListQuery): Promise<readonly RecordId[]>
  /** `undefined` is answered 404 `record_not_found`. */
  get?(id: RecordId): Promise<Row | undefined>
  /** Gets the values with the defaults of the schema, times in UTC, `created_at` and `updated_at`, and a UUID as id if ids are texts. */
  create?(values: Partial<Row>): Promise<Row | Answer<Row>>
  /** Default: `create`, one after the other, if that is given. */
  create_many?(values: readonly Partial<Row>[]): Promise<readonly Attempt<Row>[]>
  /** For a store that merges. `If-Match` was compared with `get`. */
  update?(id: RecordId, patch: Patch<Row>, options: ChangeOptions): Promise<Row>
  /** Instead of `update`, for a system that only writes whole records. `record` is merged, checked, and different from `current`. */
  replace?(record: Row, current: Row): Promise<Row>
  /** `If-Match` was compared with `get`. Without a result, the record is answered as `get` returned it. */
  delete?(id: RecordId, options: ChangeOptions): Promise<Row | undefined | void>
  /** The fields to sort, filter and search by. */
  rules?: ListRules<Extract<keyof Row, string>>
  /** As in `RecordStore`. */
  transaction?: boolean
}

/** The minimum that a store needs. */
export type Reading<Row extends object> = Required<Pick<OwnMethods<Row>, 'list' | 'get'>>

type Change = 'create' | 'create_many' | 'update' | 'delete'

/** The changes that a store with these names offers. */
type Offered<Name> =
  | Extract<Name, Change>
  | ('create' extends Name ? 'create_many' : never)
  | ('replace' extends Name ? 'update' : never)

/** A store that offers the changes of these names. */
export type Wrapped<Row extends object, Name> = Omit<RecordStore<Row>, Change> &
  Required<Pick<RecordStore<Row>, Offered<Name>>>
