import { type Origin, origin_of } from '../declaration/origin.ts'
import type { Color } from '../documents/values.ts'
import { Builder, drafts_of, kind_and_name, once_each } from './builder.ts'
import { options_of } from './field-of.ts'
import type { FieldHolding, FieldOf, ItemOf, PathNaming, PerValue, ValueOf } from './field-of.ts'
import {
  grid_of,
  type LayoutBuilder,
  type LayoutDraft,
  layout_of,
  leaves_of,
  section_of,
  tabs_of,
} from './layout-builder.ts'
import { require_currency, require_function, require_names } from '../declaration/require.ts'
import { require_colors, ShownBuilder, type ShownDraft, ShownFactory } from './shown-value.ts'

/** An entry of an infolist as declared. */
export interface EntryDraft extends ShownDraft {
  multiline?: boolean
  of?: string
  choices_path?: string
  changes?: boolean
  /** The entries of each object of a list. Default: every visible one. */
  entries?: readonly EntryDraft[]
}

/** The methods of every entry. */
export class EntryBuilder extends ShownBuilder<EntryDraft> {}

/** An entry of text. */
export class TextEntryBuilder extends EntryBuilder {
  /** Keeps line breaks. */
  multiline(multiline = true): this {
    return this.set({ multiline })
  }
}

/** An entry shown as a coloured label. */
export class BadgeEntryBuilder<Value> extends EntryBuilder {
  /** Values without a colour are gray. */
  color_by(colors: PerValue<Value, Color>): this {
    return this.set({ colors: require_colors(colors as Record<string, Color>) })
  }

  /** Value → label. Default: the values that the record schema allows. */
  options(labels: PerValue<Value, string>): this {
    return this.set({ options: options_of(labels) })
  }
}

/** An entry that holds an amount. */
export class MoneyEntryBuilder extends EntryBuilder {
  /** ISO 4217. Default: the currency in the record schema. */
  currency(currency: string): this {
    return this.set({ currency: require_currency('currency', currency) })
  }
}

/** A node of an infolist: an entry, or a layout of entries. */
export type InfolistNode = EntryBuilder | LayoutBuilder<EntryDraft>

const REPEATER = "repeater('lines', (entry) => [entry.text('title')])"

/** Makes entries: `(entry) => [entry.text('name'), entry.badge('status')]`. */
export class EntryFactory<Row> extends ShownFactory<Row, EntryBuilder> {
  protected override make(draft: ShownDraft): EntryBuilder {
    return new EntryBuilder(draft)
  }

  text(name: FieldOf<Row>): TextEntryBuilder {
    return new TextEntryBuilder({ origin: origin_of(this.text), kind: 'text', name })
  }

  money(name: FieldHolding<Row, number>): MoneyEntryBuilder {
    return new MoneyEntryBuilder({ origin: origin_of(this.money), kind: 'money', name })
  }

  badge<Name extends FieldOf<Row>>(name: Name): BadgeEntryBuilder<ValueOf<Row, Name>> {
    return new BadgeEntryBuilder({ origin: origin_of(this.badge), kind: 'badge', name })
  }

  /** A text in Markdown, formatted. Nothing in it is loaded by itself: HTML stays text, and an image is shown as its address. */
  markdown(name: FieldHolding<Row, string>): EntryBuilder {
    return new EntryBuilder({ origin: origin_of(this.markdown), kind: 'markdown', name })
  }

  /** A text of fixed width that keeps its lines. */
  code(name: FieldHolding<Row, string>): EntryBuilder {
    return new EntryBuilder({ origin: origin_of(this.code), kind: 'code', name })
  }

  /**
   * Several texts by the labels that a GET answers for them, as in the field of this name: `[{ value, label, group }]`. The path may name
   * other fields.
   */
  choices<Path extends string>(
    name: FieldHolding<Row, readonly string[]>,
    path: Path & PathNaming<Path, FieldOf<Row> | 'id'>,
  ): EntryBuilder {
    return new EntryBuilder({ origin: origin_of(this.choices), kind: 'choices', name, choices_path: path })
  }

  /** A list query, such as `status=open&owner_id=me`, in words, as in the field of this name. The path answers the fields: `[{ value, label, options }]`. */
  condition<Path extends string>(
    name: FieldHolding<Row, string>,
    path: Path & PathNaming<Path, FieldOf<Row> | 'id'>,
  ): EntryBuilder {
    return new EntryBuilder({ origin: origin_of(this.condition), kind: 'condition', name, choices_path: path })
  }

  /**
   * An object whose values are shown in the way that the screens of another record show them: with its label, relations by their titles,
   * dates as the person reads them.
   * @param options.of the member with the path of that record (`/api/v1/booking/bookings/7`) or of an operation (`POST /api/v1/booking/bookings`)
   * @param options.changes whether each value is `{ from, to }`
   */
  values(name: FieldHolding<Row, object>, options: { of: FieldOf<Row>; changes?: boolean }): EntryBuilder {
    const { of, changes = false } = require_names('values', options, ['of'])
    return new EntryBuilder({ origin: origin_of(this.values), kind: 'values', name, of, changes })
  }

  /** A list of objects, with the same entries for each. Default of the second argument: every visible member. */
  repeater<Name extends FieldHolding<Row, readonly object[]>>(
    name: Name,
    make?: (entry: EntryFactory<ItemOf<Row, Name>>) => readonly EntryBuilder[],
  ): EntryBuilder {
    const entries = make && {
      entries: drafts_of('entries', require_function('repeater', make, REPEATER)(new EntryFactory())),
    }
    return new EntryBuilder({ origin: origin_of(this.repeater), kind: 'repeater', name, ...entries })
  }

  /** Entries under a heading. */
  section(title: string, nodes: readonly InfolistNode[]): LayoutBuilder<EntryDraft> {
    return section_of(title, nodes)
  }

  /** Entries side by side, 1 to 4 in a row; one below the other on a narrow screen. */
  grid(columns: number, nodes: readonly InfolistNode[]): LayoutBuilder<EntryDraft> {
    return grid_of(columns, nodes)
  }

  /** Sections of which one is shown at a time. */
  tabs(sections: readonly LayoutBuilder<EntryDraft>[]): LayoutBuilder<EntryDraft> {
    return tabs_of('tabs', sections)
  }
}

/** An infolist as declared. Default of `entries`: every visible field of the record; the id is in the heading. */
export interface InfolistDraft {
  readonly origin: Origin
  entries?: LayoutDraft<EntryDraft>[]
}

/** Configures the view screen. */
export class InfolistBuilder<Row> extends Builder<InfolistDraft> {
  entries(make: (entry: EntryFactory<Row>) => readonly InfolistNode[]): this {
    const nodes = require_function('entries', make, "entries((entry) => [entry.text('name')])")(new EntryFactory<Row>())
    const entries = layout_of('entries', nodes)
    once_each('entry', leaves_of(entries), kind_and_name)
    return this.set({ entries })
  }
}
