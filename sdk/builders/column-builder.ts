import type { Color, RelationTarget } from '../documents/values.ts'
import type { Column } from '../documents/column.ts'
import type { PerValue } from './field-of.ts'
import type { Origin } from '../declaration/origin.ts'

/** A column as declared; the host completes it from the record schema and the list's rules. */
export interface ColumnDraft {
  readonly origin: Origin
  readonly kind: Column['kind']
  readonly name: string
  label?: string
  sortable?: boolean
  align?: Column['align']
  hidden?: boolean
  wrap?: boolean
  currency?: string
  colors?: Record<string, Color>
  relation?: RelationTarget
}

/** What every column can say. */
export class ColumnBuilder {
  readonly draft: ColumnDraft

  constructor(draft: ColumnDraft) {
    this.draft = draft
  }

  /** The heading. Default: the field's name, `created_at` → "Created at". */
  label(label: string): this {
    this.draft.label = label
    return this
  }

  /** Default: whether the list may be sorted by the field. */
  sortable(sortable = true): this {
    this.draft.sortable = sortable
    return this
  }

  /** Default: `end` for numbers and money, else `start`. */
  align(align: NonNullable<Column['align']>): this {
    this.draft.align = align
    return this
  }

  /** Hidden until a person shows it. */
  hidden(hidden = true): this {
    this.draft.hidden = hidden
    return this
  }
}

/** A column of text. */
export class TextColumnBuilder extends ColumnBuilder {
  /** Long text takes several lines instead of being cut. */
  wrap(wrap = true): this {
    this.draft.wrap = wrap
    return this
  }
}

/** A column of coloured labels. */
export class BadgeColumnBuilder<Value> extends ColumnBuilder {
  /** Values without a colour are gray. */
  color_by(colors: PerValue<Value, Color>): this {
    this.draft.colors = { ...(colors as Record<string, Color>) }
    return this
  }
}

/** A column of amounts. */
export class MoneyColumnBuilder extends ColumnBuilder {
  /** ISO 4217. Default: the currency in the record schema. */
  currency(currency: string): this {
    this.draft.currency = currency
    return this
  }
}
