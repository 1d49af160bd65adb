import type { Static, TObject } from 'typebox'
import { Builder, draft_of } from './builder.ts'
import type { AnyRecord, FieldOf } from './field-of.ts'
import { type Origin, origin_of } from '../declaration/origin.ts'
import { require_fields_named, require_function, require_id, require_text } from '../declaration/require.ts'
import { require_record_path, require_screen } from '../declaration/require-path.ts'
import { require_record } from '../declaration/require-record.ts'
import { TableBuilder, type TableDraft } from './table-builder.ts'

/** A relation block as declared. */
export interface RelationDraft {
  readonly origin: Origin
  id?: string
  title?: string
  record?: TObject
  record_title_attribute?: string
  record_subtitle?: readonly string[]
  list_path?: string
  view_path?: string
  table?: TableDraft
}

/**
 * A list of related records on the edit screen, or on the view screen if there is no edit screen.
 *
 *     .relation((relation) => relation.id('bookings').list_path('/api/v1/booking/bookings?client_id={id}').record(Booking).table(…))
 */
export class RelationBuilder<Row = AnyRecord> extends Builder<RelationDraft> {
  id(id: string): this {
    return this.set({ id: require_id('relation', id) })
  }

  /** Default: from the id. */
  title(title: string): this {
    return this.set({ title: require_text('title', title) })
  }

  /**
   * The schema of the related records. Returns a builder of the same relation that knows the fields: `const lines = relation.record(Line)`.
   */
  record<Schema extends TObject>(schema: Schema): RelationBuilder<Static<Schema>> {
    this.set({ record: require_record(schema) })
    return new RelationBuilder(draft_of<RelationDraft>(this))
  }

  record_title_attribute(field: string): this {
    return this.set({ record_title_attribute: require_text('record_title_attribute', field) })
  }

  /** The fields that tell records with the same title apart. A field that points at another record shows its title, as the table does. */
  record_subtitle(...fields: readonly FieldOf<Row>[]): this {
    return this.set({ record_subtitle: require_fields_named('record_subtitle', fields) })
  }

  /** A list in the list dialect; `{id}` stands for the record of the screen. */
  list_path(path: string): this {
    return this.set({ list_path: require_record_path('list_path', path) })
  }

  /** The screen of a related record: `/operations/bookings/:id`. */
  view_path(path: string): this {
    return this.set({ view_path: require_screen('view_path', path) })
  }

  table(configure: (table: TableBuilder<Row>) => unknown): this {
    const table: TableDraft = { origin: origin_of(this.table), filters: [], actions: [] }
    require_function('table', configure, 'table((table) => table.columns(…))')(new TableBuilder<Row>(table))
    return this.set({ table })
  }
}
