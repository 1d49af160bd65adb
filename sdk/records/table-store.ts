import type { Knex } from 'knex'
import type { Static, TObject } from 'typebox'
import { DeclarationError } from '../declaration/declaration-error.ts'
import { type Origin, origin_of } from '../declaration/origin.ts'
import { require_fields, require_table } from '../declaration/require-record.ts'
import { type OptionKind, require_options } from '../declaration/require.ts'
import { ApiError } from '../errors/api-error.ts'
import { type Attempt, attempt_each, attempt_rest } from '../calls/attempt.ts'
import type { Caller } from '../calls/caller.ts'
import { etag_of, if_match_holds, version_mismatch } from './versions.ts'
import { initial_values, merged_values, touched } from './record-values.ts'
import type { ListFilter, ListQuery } from '../lists/list-query.ts'
import { record_fields } from '../lists/record-fields.ts'
import { note_change, noted_as_kept } from './record-changes.ts'
import { take_deleted, unsent_values, with_former_values } from './former-record.ts'
import { prepared_record, run_after } from './prepared-record.ts'
import { record_not_found, require_record_id } from './record-id.ts'
import type { ChangeOptions, Patch, RecordId, RecordStore, StoredTable, WritableStore } from './record-store.ts'
import { type ListRules, require_list_rules } from '../lists/list-rules.ts'
import type { Page } from '../calls/results.ts'
import { describe_table } from './field-access.ts'
import { searched_fields, visible_alternatives } from './withheld-fields.ts'
import { find_indexed } from './search-index.ts'
import { type Finding, type Stored, TableRows, VERSION } from './table-rows.ts'

/** The rules of the lists, and hooks around reads and writes. */
export interface TableStoreOptions<Row extends object> extends ListRules<Extract<keyof Row, string>> {
  /**
   * Finds records for the text of a search by more than their own fields, for example by the name of a related record. Each alternative is
   * a list of filters that must all hold; a record is found by any alternative or by its fields. An alternative over a field that the
   * caller does not see, or that the list cannot be filtered by, is left out.
   *
   *     search_also: async (text) => [[{ field: 'client_id', comparison: 'eq', values: await clientsNamed(text) }]]
   */
  search_also?: (text: string) => Promise<readonly (readonly ListFilter[])[]>
  /** Limits every statement to the records that the caller may access. */
  scope?: (query: Knex.QueryBuilder, caller: Caller) => void
  /**
   * Receives the whole record before it is written and returns it, changed or not, or throws. `current` is set for updates.
   */
  before?: (record: Partial<Row>, current: Row | undefined) => Partial<Row> | Promise<Partial<Row>>
  /** Runs in the same transaction, after the record was written. */
  after?: (record: Row, change: 'created' | 'updated' | 'deleted') => void | Promise<void>
  /**
   * Replaces `after` when `create_many` writes many records in one statement, which it does for stores without hooks and for stores
   * with `after_many`. `before` then receives every record before any is written, so it must not write. All other stores create one
   * record after the other.
   */
  after_many?: (records: readonly Row[]) => void | Promise<void>
}

/**
 * Makes a store over a table, on SQLite and PostgreSQL. The table has a column for each field of the schema and an integer column
 * `version`, which prevents lost updates and is not a field. `created_at` and `updated_at` are kept where the schema has
 * them. Objects and arrays are kept as JSON text, times as UTC in ISO 8601. The scope of the caller's roles is asked for under
 * the table's name; records that it excludes can be neither read nor written. Sorting and filtering need indexes.
 */
export function table_store<Schema extends TObject>(
  db: Knex,
  table: string,
  schema: Schema,
  options: TableStoreOptions<Static<Schema>> = {},
): WritableStore<Static<Schema>> {
  require_table(db, table)
  require_options(`The store of [${table}]`, options, OPTIONS)
  return new TableStore<Static<Schema>>({ ...options, db, table, schema, origin: origin_of(table_store) })
}

/** Every option of a table store and what it holds. A new option does not compile until it stands here. */
const OPTIONS: Record<keyof TableStoreOptions<object>, OptionKind> = {
  ...{ sort: 'any', filter: 'any', search: 'any', summarize: 'any', scope: 'function' },
  ...{ before: 'function', after: 'function', after_many: 'function', search_also: 'function' },
}

const collecting = new WeakMap<Knex, Set<CollectedStore>>()

/** The parts of a store that the host reads. */
export type CollectedStore = Pick<RecordStore<object>, 'schema' | 'rules' | 'table'>

/**
 * Collects the table stores that are made over `db`, until `end` is called. For the host, which has to know which fields a plugin
 * withholds and which tables it uses, also those of stores that no route mounts.
 */
export function collect_stores(db: Knex): { end(): readonly CollectedStore[] } {
  const stores = new Set<CollectedStore>()
  collecting.set(db, stores)
  return {
    end: () => {
      collecting.delete(db)
      return [...stores]
    },
  }
}

type Settings<Row extends object> = TableStoreOptions<Row> & {
  db: Knex
  table: string
  schema: TObject
  origin: Origin
}

class TableStore<Row extends object> implements WritableStore<Row> {
  readonly schema: TObject
  readonly rules: ListRules
  readonly table: StoredTable
  readonly #settings: Settings<Row>
  readonly #rows: TableRows<Row>

  constructor(settings: Settings<Row>) {
    const { db, table, schema, scope, origin } = settings
    require_fields(schema)
    if (record_fields(schema).has(VERSION)) throw versionTaken(table)
    this.schema = schema
    this.table = { name: table, origin, prepares: settings.before !== undefined, isScoped: scope !== undefined }
    this.rules = require_list_rules(schema, settings)
    describe_table(table, schema)
    collecting.get(db)?.add(this)
    this.#settings = settings
    this.#rows = new TableRows<Row>(db, { table, schema, scope, search: () => searched_fields(this) })
  }

  async list(query: ListQuery): Promise<Page<Row>> {
    if (query.search === undefined) return this.#rows.page(query)
    return this.#finding(query.search, (finding) => this.#rows.page({ ...query, ...finding }))
  }

  async ids(query: ListQuery): Promise<readonly RecordId[]> {
    if (query.search === undefined) return this.#rows.ids(query)
    return this.#finding(query.search, (finding) => this.#rows.ids({ ...query, ...finding }))
  }

  async get(id: RecordId): Promise<Row> {
    return (await this.#find(id)).record
  }

  async create(values: Partial<Row>): Promise<Row> {
    const { after, after_many } = this.#settings
    const former = take_deleted(this.table.name)
    const kept = former && unsent_values(this.schema, former)
    const initial = { ...initial_values(this.schema, values), ...kept } as Partial<Row>
    const prepared = await this.#prepared(initial, undefined)
    const { record } = await this.#rows.insert({ ...prepared, ...kept }, former?.version)
    await this.#requireInScope(record)
    this.#note(undefined, record)
    await (after ? run_after(this.table.name, after, record, 'created') : after_many?.([record]))
    return record
  }

  async create_many(values: readonly Partial<Row>[]): Promise<readonly Attempt<Row>[]> {
    const { db, before, after, after_many } = this.#settings
    const isTogether = after_many !== undefined || (before === undefined && after === undefined)
    const oneByOne = () => attempt_each(values, (each) => db.transaction(() => this.create(each)))
    if (values.length < 2 || !isTogether) return oneByOne()
    // If the table or the scope refuses one of them, creating them one by one finds out which.
    return db.transaction(() => this.#createTogether(values)).catch(oneByOne)
  }

  async update(id: RecordId, patch: Patch<Row>, { if_match, check }: ChangeOptions = {}): Promise<Row> {
    const { record: current, version } = await this.#find(id, { if_match, lock: true })
    const change = { table: this.table.name, id, patch }
    const merged = with_former_values(merged_values(this.schema, current, patch), change)
    check?.(merged)
    const changes = this.#rows.changes(current, await this.#prepared(merged, current))
    if (Object.keys(changes).length === 0) return noted_as_kept(current, this.table.name)
    const key = require_record_id(this.schema, id)
    const written = await this.#rows.update(key, version, { ...changes, ...touched(this.schema) })
    if (written === undefined) throw version_mismatch((await this.#find(id)).record)
    await this.#requireInScope(written.record)
    this.#note(current, written.record)
    await run_after(this.table.name, this.#settings.after, written.record, 'updated')
    return written.record
  }

  async delete(id: RecordId, { if_match }: ChangeOptions = {}): Promise<Row> {
    const { record, version } = await this.#find(id, { if_match, lock: true })
    const isGone = await this.#rows.delete(require_record_id(this.schema, id), version)
    if (!isGone) throw version_mismatch((await this.#find(id)).record)
    this.#note(record, undefined)
    await this.#settings.after?.(record, 'deleted')
    return record
  }

  /** Runs a query with the alternatives of its search and the result of an index. */
  async #finding<Result>(search: string, run: (finding: Finding) => Promise<Result>): Promise<Result> {
    const also = await this.#settings.search_also?.(search)
    const alternatives = also === undefined ? [] : visible_alternatives(this, also)
    const fields = searched_fields(this)
    return find_indexed(this, { search, fields }, (candidates) => run({ alternatives, candidates }))
  }

  async #createTogether(values: readonly Partial<Row>[]): Promise<readonly Attempt<Row>[]> {
    const { after_many } = this.#settings
    const prepared = await attempt_each(values, (each) =>
      this.#prepared(initial_values(this.schema, each) as Partial<Row>, undefined),
    )
    return attempt_rest(prepared, async (accepted) => {
      const records = await this.#rows.insert_many(accepted)
      await this.#requireInScope(...records)
      for (const record of records) this.#note(undefined, record)
      if (records.length > 0) await after_many?.(records)
      return records.map((value) => ({ value }))
    })
  }

  #prepared(record: Partial<Row>, current: Row | undefined): Promise<Partial<Row>> {
    return prepared_record(record, { ...this.#settings, current })
  }

  /** @throws ApiError 404, or 412 if `If-Match` names another version */
  async #find(id: RecordId, { if_match, lock = false }: ChangeOptions & { lock?: boolean } = {}): Promise<Stored<Row>> {
    const stored = await this.#rows.find(require_record_id(this.schema, id), { lock })
    if (stored === undefined) throw record_not_found(id)
    if (if_match_holds(if_match, etag_of(stored.record) ?? '')) return stored
    throw version_mismatch(stored.record)
  }

  #note(before: Row | undefined, after: Row | undefined): void {
    const { id } = (after ?? before) as { id: RecordId }
    const isAlone = this.#settings.after === undefined
    note_change({
      ...{ table: this.table.name, id, schema: this.schema, ...(isAlone && { by: this }) },
      ...(before && { before }),
      ...(after && { after }),
    })
  }

  /** Like row security in PostgreSQL: callers may not write a record that they could not read afterwards. */
  async #requireInScope(...records: readonly Row[]): Promise<void> {
    if (await this.#rows.allow(records.map((record) => (record as { id: RecordId }).id))) return
    throw new ApiError('permission_denied', {
      detail:
        'With these values the record would be outside the data that you may access. Change the values, or ask an operator for access.',
    })
  }
}

function versionTaken(table: string): DeclarationError {
  return new DeclarationError('record_invalid', `The record schema of the table [${table}] has a field [version].`, {
    fix: 'Rename the field. The column [version] counts the changes of each record.',
  })
}
