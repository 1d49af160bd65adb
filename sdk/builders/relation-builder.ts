import type { Static, TObject } from 'typebox'
import type { AnyRecord } from './field-of.ts'
import { type Origin, origin_of } from '../declaration/origin.ts'
import { require_id, require_record, require_text } from '../declaration/require.ts'
import { TableBuilder, type TableDraft } from './table-builder.ts'

/** A relation block as declared. */
export interface RelationDraft {
  readonly origin: Origin
  id?: string
  title?: string
  record?: TObject
  record_title_attribute?: string
  list_path?: string
  view_path?: string
  table?: TableDraft
}

/**
 * A list of related records on the edit screen, or on the view screen where there is no edit.
 *
 *     .relation((relation) => relation.id('bookings').list_path('/api/v1/booking/bookings?client_id={id}').record(Booking).table(…))
 */
export class RelationBuilder<Row = AnyRecord> {
  readonly draft: RelationDraft

  constructor(draft: RelationDraft) {
    this.draft = draft
  }

  id(id: string): this {
    this.draft.id = require_id('relation', id)
    return this
  }

  /** Default: from the id. */
  title(title: string): this {
    this.draft.title = require_text('title', title)
    return this
  }

  /** What a related record is. */
  record<Schema extends TObject>(schema: Schema): RelationBuilder<Static<Schema>> {
    this.draft.record = require_record(schema)
    return this as RelationBuilder<unknown> as RelationBuilder<Static<Schema>>
  }

  record_title_attribute(field: string): this {
    this.draft.record_title_attribute = require_text('record_title_attribute', field)
    return this
  }

  /** A list in the dialect; `{id}` stands for the record on whose screen the block is. */
  list_path(path: string): this {
    this.draft.list_path = require_text('list_path', path)
    return this
  }

  /** The screen of a related record: `/operations/bookings/:id`. */
  view_path(path: string): this {
    this.draft.view_path = require_text('view_path', path)
    return this
  }

  table(configure: (table: TableBuilder<Row>) => unknown): this {
    this.draft.table = { origin: origin_of(this.table), filters: [], actions: [] }
    configure(new TableBuilder<Row>(this.draft.table))
    return this
  }
}
