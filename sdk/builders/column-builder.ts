import { origin_of } from '../declaration/origin.ts'
import type { Column } from '../documents/column.ts'
import type { Color } from '../documents/values.ts'
import { options_of } from './field-of.ts'
import type { FieldHolding, FieldOf, PerValue, ValueOf } from './field-of.ts'
import { require_choice, require_currency } from '../declaration/require.ts'
import { require_colors, ShownBuilder, type ShownDraft, ShownFactory } from './shown-value.ts'

/** A column as declared; the host completes it from the record schema and the list's rules. */
export interface ColumnDraft extends ShownDraft {
  readonly kind: Column['kind']
  sortable?: boolean
  align?: Column['align']
  summary?: Column['summary']
  hidden?: boolean
  wrap?: boolean
}

/** The methods of every column. */
export class ColumnBuilder extends ShownBuilder<ColumnDraft> {
  /** Default: whether the list may be sorted by the field. */
  sortable(sortable = true): this {
    return this.set({ sortable })
  }

  /** Default: `end` for numbers and money, else `start`. */
  align(align: NonNullable<Column['align']>): this {
    return this.set({ align: require_choice<NonNullable<Column['align']>>('align', align, ['start', 'center', 'end']) })
  }

  /** A figure below the column over all matching records, and over the selected ones. Only for numbers and money. */
  summarize(figure: NonNullable<Column['summary']>): this {
    const figures = ['sum', 'average', 'min', 'max'] as const
    return this.set({ summary: require_choice<NonNullable<Column['summary']>>('summarize', figure, figures) })
  }

  /** Hidden until a person shows it. */
  hidden(hidden = true): this {
    return this.set({ hidden })
  }
}

/** A column of text. */
export class TextColumnBuilder extends ColumnBuilder {
  /** Long text takes several lines instead of being cut. */
  wrap(wrap = true): this {
    return this.set({ wrap })
  }
}

/** A column of coloured labels. */
export class BadgeColumnBuilder<Value> extends ColumnBuilder {
  /** Values without a colour are gray. */
  color_by(colors: PerValue<Value, Color>): this {
    return this.set({ colors: require_colors(colors as Record<string, Color>) })
  }

  /** Value → label. Default: the values that the record schema allows. */
  options(labels: PerValue<Value, string>): this {
    return this.set({ options: options_of(labels) })
  }
}

/** A column of amounts. */
export class MoneyColumnBuilder extends ColumnBuilder {
  /** ISO 4217. Default: the currency in the record schema. */
  currency(currency: string): this {
    return this.set({ currency: require_currency('currency', currency) })
  }
}

/** Makes columns: `(column) => [column.text('name'), column.badge('status')]`. */
export class ColumnFactory<Row> extends ShownFactory<Row, ColumnBuilder> {
  protected override make(draft: ShownDraft): ColumnBuilder {
    return new ColumnBuilder(draft as ColumnDraft)
  }

  text(name: FieldOf<Row>): TextColumnBuilder {
    return new TextColumnBuilder({ origin: origin_of(this.text), kind: 'text', name })
  }

  money(name: FieldHolding<Row, number>): MoneyColumnBuilder {
    return new MoneyColumnBuilder({ origin: origin_of(this.money), kind: 'money', name })
  }

  badge<Name extends FieldOf<Row>>(name: Name): BadgeColumnBuilder<ValueOf<Row, Name>> {
    return new BadgeColumnBuilder({ origin: origin_of(this.badge), kind: 'badge', name })
  }
}
