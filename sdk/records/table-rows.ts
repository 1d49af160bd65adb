import type { Knex } from 'knex'
import type { TObject } from 'typebox'
import { type Caller, present_call } from '../calls/caller.ts'
import { Page } from '../calls/results.ts'
import { note_record, type StoreShape } from './field-access.ts'
import { with_etag } from './versions.ts'
import { CompiledLists } from './compiled-lists.ts'
import { insert_rows } from './insert-rows.ts'
import { BY_ID, type ListFilter, type ListQuery, type ListSummary } from '../lists/list-query.ts'
import { summary_of } from '../lists/list-summary.ts'
import { record_fields } from '../lists/record-fields.ts'
import type { RecordId } from './record-store.ts'
import { row_codec } from './row-codec.ts'
import type { RowCodec } from './row-codec.ts'
import { ALL_RECORDS, narrow_to_scope, type Ways, ways_to_records } from './scope.ts'
import type { SearchCondition } from './search-index.ts'
import { visible_sort } from './withheld-fields.ts'
import { is_postgres, where_filters } from './table-query.ts'
import { where_search } from './table-search.ts'

type Values = Record<string, unknown>
type Query = Knex.QueryBuilder<Values, Values[]>

/** The column that counts the changes of a record. */
export const VERSION = 'version'

/** A record with the number of its version. */
export interface Stored<Row> {
  readonly record: Row
  readonly version: number
}

/** How a search finds records. */
export interface Finding {
  /** Further ways to find a record: all filters of one of them must hold. */
  readonly alternatives?: readonly (readonly ListFilter[])[]
  /** The condition from an index, which holds for all records that contain the words. */
  readonly candidates?: SearchCondition | undefined
}

export interface TableRowsOptions {
  readonly table: string
  /** Reads from these rows instead of the table's. Default: the table. */
  readonly from?: (db: Knex) => Knex.QueryBuilder
  readonly schema: TObject
  /** The fields that the current caller may search. */
  search(): readonly string[]
  /** Limits every statement to what the caller may access, besides the scope of the caller's roles. */
  readonly scope?: ((query: Knex.QueryBuilder, caller: Caller) => void) | undefined
}

/** The statements of a table store. The connection is not used before the first of them. */
export class TableRows<Row extends object> {
  readonly #db: Knex
  readonly #options: TableRowsOptions & { readonly db: Knex }
  /** For the field limits of callers' roles. */
  readonly #shape: StoreShape
  readonly #codec: RowCodec<Row>
  /** The fields that are never NULL. */
  readonly #required: ReadonlySet<string>
  readonly #pages = new CompiledLists()
  readonly #counts = new CompiledLists()

  constructor(db: Knex, options: TableRowsOptions) {
    this.#db = db
    this.#options = { ...options, db }
    this.#shape = { schema: options.schema, table: { name: options.table } }
    this.#codec = row_codec<Row>(options.schema)
    const fields = [...record_fields(options.schema).values()]
    this.#required = new Set(fields.filter(({ required }) => required).map(({ name }) => name))
  }

  async page(query: ListQuery & Finding): Promise<Page<Row>> {
    const { filters, limit, offset, summarize } = query
    const sort = query.sort === BY_ID ? BY_ID : visible_sort(this.#shape, query.sort)
    const build = () => {
      const statement = this.#matching(query)
      this.#order(statement, sort)
      return statement.select(this.#codec.columns).limit(limit).offset(offset)
    }
    const ways = this.#ways(query)
    const rows: Values[] = await (ways
      ? this.#pages.statement(this.#db, { ways, filters, sort, limit, offset }, { build })
      : build())
    // A page that is not full is the last one, so the total is known.
    const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
    const total = isLast ? offset + rows.length : await this.#count(query)
    const summary = summarize && (await this.#summary(query, summarize))
    return new Page(rows.map(this.#codec.to_record), total, { offset, limit, summary })
  }

  async #count(query: ListQuery & Finding): Promise<number> {
    const build = () => this.#matching(query).count<Values[]>({ total: '*' })
    const options = is_postgres(this.#db) ? {} : { keeps_count: true }
    const ways = this.#ways(query)
    const { filters } = query
    const [row]: Values[] = await (ways
      ? this.#counts.statement(this.#db, { ways, filters, sort: [] }, { build, options })
      : build())
    return Number(row?.total)
  }

  /** Figures of fields over all matching records. */
  async #summary(query: ListQuery & Finding, fields: readonly string[]): Promise<ListSummary> {
    const statement = this.#matching(query)
    for (const [at, field] of fields.entries())
      statement
        .count({ [`count_${at}`]: field })
        .sum({ [`sum_${at}`]: field })
        .min({ [`min_${at}`]: field })
        .max({ [`max_${at}`]: field })
    const [row = {}]: Values[] = await statement
    return Object.fromEntries(
      fields.map((field, at) => {
        const [count, sum, min, max] = ['count', 'sum', 'min', 'max'].map((figure) => row[`${figure}_${at}`])
        return [
          field,
          summary_of({ count: Number(count), sum: figure_of(sum), min: figure_of(min), max: figure_of(max) }),
        ]
      }),
    )
  }

  async ids(query: ListQuery & Finding): Promise<RecordId[]> {
    const statement = this.#matching(query)
    this.#order(statement, visible_sort(this.#shape, query.sort))
    const rows: Values[] = await statement.select('id')
    return rows.map(({ id }) => id as RecordId)
  }

  /** With `lock`, no other transaction can change the record before this one ends; SQLite has one writer anyway. */
  async find(id: RecordId, { lock = false } = {}): Promise<Stored<Row> | undefined> {
    const query = this.#withId(id).first(this.#stored())
    const row: Values | undefined = await (lock ? query.forUpdate() : query)
    return this.#toStored(row)
  }

  async insert(record: object, version = 1): Promise<Stored<Row>> {
    const row = { ...this.#codec.to_row(record), [VERSION]: version }
    const [inserted]: Values[] = await this.#table().insert(row).returning(this.#stored())
    return this.#toStored(inserted) as Stored<Row>
  }

  /** In the given order, in as few statements as possible: all of them, or none if one is refused. */
  async insert_many(records: readonly object[]): Promise<Row[]> {
    const given = records.map((record) => this.#codec.to_row(record))
    const names = [...new Set(given.flatMap((row) => Object.keys(row)))]
    const rows = given.map((row) => ({
      ...Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
      [VERSION]: 1,
    }))
    const inserted = await insert_rows(this.#db, this.#options.table, rows, { returning: this.#stored() })
    return inserted.map((row) => (this.#toStored(row) as Stored<Row>).record)
  }

  /** Undefined if the record no longer has this version. */
  async update(id: RecordId, version: number, changes: Values): Promise<Stored<Row> | undefined> {
    const update = this.#withId(id)
      .where(VERSION, version)
      .update({ ...changes, [VERSION]: version + 1 })
    const [row]: Values[] = await update.returning(this.#stored())
    return this.#toStored(row)
  }

  /** Returns whether the record had this version and is deleted now. Knex has no RETURNING for this on SQLite. */
  async delete(id: RecordId, version: number): Promise<boolean> {
    return (await this.#withId(id).where(VERSION, version).delete()) > 0
  }

  /** Whether the current caller would find all of these records. Runs no query if nothing limits them. */
  async allow(ids: readonly RecordId[]): Promise<boolean> {
    const query = this.#table()
    if (!narrow_to_scope(query, this.#options)) return true
    const [row]: Values[] = await query.whereIn('id', ids).count({ total: '*' })
    return Number(row?.total) === ids.length
  }

  /** The columns whose values differ. A removed field becomes NULL. */
  changes(current: Row, next: object): Values {
    const [before, after] = [this.#codec.to_row(current), this.#codec.to_row(next)]
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    const changed = [...names].filter((name) => (before[name] ?? null) !== (after[name] ?? null))
    return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]))
  }

  #table(): Query {
    return this.#db<Values>(this.#options.table)
  }

  /** NULL is the smallest value, as on SQLite; PostgreSQL would sort it as the largest. */
  #order(statement: Query, sort: ListQuery['sort']): void {
    const { db } = this.#options
    for (const { field, order } of sort) {
      const explicit = !this.#required.has(field) && is_postgres(db)
      statement.orderBy(field, order, explicit ? (order === 'asc' ? 'first' : 'last') : undefined)
    }
  }

  /**
   * The ways of the current caller, if they and the filters alone decide which records match, so that the SQL can be kept. Undefined for a
   * search and for limits of the store's own.
   */
  #ways({ search, alternatives = [] }: ListQuery & Finding): Ways | undefined {
    const { from, scope, table, schema } = this.#options
    if (search !== undefined || alternatives.length > 0 || from !== undefined || scope !== undefined) return undefined
    const access = present_call()?.caller.scope(table)
    return access ? ways_to_records(access, { table, schema }) : ALL_RECORDS
  }

  #matching({ filters, search: text, alternatives = [], candidates }: ListQuery & Finding): Query {
    const { table, from, schema, search } = this.#options
    const query: Query = from === undefined ? this.#db<Values>(table) : this.#db.from(from(this.#db).as(table))
    narrow_to_scope(query, this.#options)
    if (filters.length > 0) where_filters(query, filters, { db: this.#db, schema })
    if (text !== undefined)
      where_search(query, text, { db: this.#db, schema, fields: search(), alternatives, candidates })
    return query
  }

  #withId(id: RecordId): Query {
    const query = this.#table()
    narrow_to_scope(query, this.#options)
    const large = typeof id === 'number' && is_postgres(this.#db)
    return large ? query.whereRaw('?? = ?::bigint', ['id', id]) : query.where('id', id)
  }

  #stored(): string[] {
    return [...this.#codec.columns, VERSION]
  }

  #toStored(row: Values | undefined): Stored<Row> | undefined {
    if (row === undefined) return undefined
    const record = this.#codec.to_record(row)
    const version = Number(row[VERSION])
    with_etag(record, `${String(row.id)}.${version}`)
    note_record(record, this.#options)
    return { record, version }
  }
}

/** PostgreSQL answers a sum of integers as text. */
const figure_of = (value: unknown) => (value === null || value === undefined ? null : Number(value))
