import type { Static, TObject } from 'typebox'
import type { Attempt } from '../calls/attempt.ts'
import { attempt_each } from '../calls/attempt.ts'
import type { ListQuery } from '../lists/list-query.ts'
import { summarize_records } from '../lists/list-summary.ts'
import type { ListRules } from '../lists/list-rules.ts'
import { require_list_rules } from '../lists/list-rules.ts'
import { DeclarationError } from '../declaration/declaration-error.ts'
import { require_options } from '../declaration/require.ts'
import { record_fields } from '../lists/record-fields.ts'
import type { Page } from '../calls/results.ts'
import { page } from '../calls/results.ts'
import { searched_fields } from './withheld-fields.ts'
import { array_matches, array_order, array_search } from './array-matches.ts'
import { note_change, noted_as_kept } from './record-changes.ts'
import { record_not_found, require_record_id } from './record-id.ts'
import type { ChangeOptions, Patch, RecordId, WritableStore } from './record-store.ts'
import { initial_values, merged_values, touched } from './record-values.ts'
import type { RowCodec } from './row-codec.ts'
import { row_codec } from './row-codec.ts'
import { etag_of, with_etag, if_match_holds, version_mismatch } from './versions.ts'

/**
 * Makes a store over an array: for data that the plugin holds in memory, and for tests. Changes last as long as the process, are not
 * rolled back with a transaction, and no scope limits them. Rows are copied in and out.
 */
export function array_store<Schema extends TObject>(
  rows: readonly Static<Schema>[],
  schema: Schema,
  rules: ListRules<Extract<keyof Static<Schema>, string>> = {},
): WritableStore<Static<Schema>> {
  if (!Array.isArray(rows)) throw rows_first()
  require_options('[array_store(…)]', rules, ['sort', 'filter', 'search', 'summarize'])
  return new ArrayStore<Static<Schema>>(rows, schema, rules)
}

const rows_first = () =>
  new DeclarationError('argument_invalid', '[array_store] requires an array of rows, then the schema of a record.', {
    fix: 'Write it like [array_store([], Van)].',
  })

interface Entry<Row> {
  readonly row: Row
  readonly version: number
}

class ArrayStore<Row extends object> implements WritableStore<Row> {
  readonly schema: TObject
  readonly rules: ListRules
  readonly #codec: RowCodec<Row>
  readonly #entries: Map<RecordId, Entry<Row>>
  #lastId: number

  constructor(rows: readonly Row[], schema: TObject, rules: ListRules) {
    this.schema = schema
    this.rules = require_list_rules(schema, rules)
    this.#codec = row_codec<Row>(schema)
    this.#entries = new Map(rows.map((row) => [idOf(row), { row: this.#asKept(row), version: 1 }]))
    this.#lastId = Math.max(0, ...rows.map(idOf).filter((id) => typeof id === 'number'))
  }

  async list(query: ListQuery): Promise<Page<Row>> {
    const matching = this.#matching(query)
    const rows = matching.slice(query.offset, query.offset + query.limit)
    const summary =
      query.summarize &&
      summarize_records(
        matching.map(({ row }) => row),
        query.summarize,
      )
    return page(
      rows.map(({ row }) => structuredClone(row)),
      matching.length,
      { summary },
    )
  }

  async ids(query: ListQuery): Promise<readonly RecordId[]> {
    return this.#matching(query).map(({ row }) => idOf(row))
  }

  async get(id: RecordId): Promise<Row> {
    return this.#copyOf(this.#find(id))
  }

  async create(values: Partial<Row>): Promise<Row> {
    const row = { ...this.#newId(), ...initial_values(this.schema, values) } as Row
    const kept = this.#keep({ row, version: 1 })
    this.#note(undefined, kept)
    return kept
  }

  create_many(values: readonly Partial<Row>[]): Promise<readonly Attempt<Row>[]> {
    return attempt_each(values, (each) => this.create(each))
  }

  async update(id: RecordId, patch: Patch<Row>, { if_match, check }: ChangeOptions = {}): Promise<Row> {
    const { row, version } = this.#find(id, if_match)
    const merged = this.#asKept(merged_values(this.schema, row, patch))
    check?.(merged)
    if (JSON.stringify(merged) === JSON.stringify(row)) return noted_as_kept(await this.get(id), undefined)
    const kept = this.#keep({ row: { ...merged, ...touched(this.schema) }, version: version + 1 })
    this.#note(row, kept)
    return kept
  }

  async delete(id: RecordId, { if_match }: ChangeOptions = {}): Promise<Row> {
    const entry = this.#find(id, if_match)
    this.#entries.delete(idOf(entry.row))
    this.#note(entry.row, undefined)
    return this.#copyOf(entry)
  }

  #note(before: Row | undefined, after: Row | undefined): void {
    const id = idOf((after ?? before) as Row)
    note_change({
      ...{ table: undefined, id, schema: this.schema },
      ...(before && { before }),
      ...(after && { after }),
    })
  }

  #matching(query: ListQuery): Entry<Row>[] {
    const isFound = array_search(query.search, searched_fields(this))
    return [...this.#entries.values()]
      .filter(({ row }) => array_matches(row, query) && isFound(row))
      .sort((a, b) => array_order(a.row, b.row, query.sort))
  }

  #find(id: RecordId, if_match?: string): Entry<Row> {
    const entry = this.#entries.get(require_record_id(this.schema, id))
    if (entry === undefined) throw record_not_found(id)
    const current = this.#copyOf(entry)
    if (if_match_holds(if_match, etag_of(current) ?? '')) return entry
    throw version_mismatch(current)
  }

  #newId(): { id?: number } {
    return record_fields(this.schema).get('id')?.type.kind === 'integer' ? { id: ++this.#lastId } : {}
  }

  #keep(entry: Entry<Row>): Row {
    const kept = { ...entry, row: this.#asKept(entry.row) }
    this.#entries.set(idOf(kept.row), kept)
    return this.#copyOf(kept)
  }

  /** A copy as a table would return it: times in UTC, nothing undefined. */
  #asKept(row: Row): Row {
    return structuredClone(this.#codec.to_record(this.#codec.to_row(row)))
  }

  #copyOf({ row, version }: Entry<Row>): Row {
    return with_etag(structuredClone(row), `${idOf(row)}.${version}`)
  }
}

const idOf = (row: object) => (row as { id: RecordId }).id
