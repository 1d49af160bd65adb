import {
  BadgeEntryBuilder,
  EntryBuilder,
  type EntryDraft,
  MoneyEntryBuilder,
  TextEntryBuilder,
} from './entry-builder.ts'
import type { FieldHolding, FieldOf, ItemOf, ValueOf } from './field-of.ts'
import { LayoutBuilder } from './layout-builder.ts'
import { origin_of } from '../declaration/origin.ts'

/** What stands in an infolist: entries, and layout that holds entries. */
export type InfolistNode = EntryBuilder | LayoutBuilder<EntryDraft>

/** Makes entries: `(entry) => [entry.text('name'), entry.badge('status')]`. */
export class EntryFactory<Row> {
  text(name: FieldOf<Row>): TextEntryBuilder {
    return new TextEntryBuilder({ origin: origin_of(this.text), kind: 'text', name })
  }

  number(name: FieldHolding<Row, number>): EntryBuilder {
    return new EntryBuilder({ origin: origin_of(this.number), kind: 'number', name })
  }

  money(name: FieldHolding<Row, number>): MoneyEntryBuilder {
    return new MoneyEntryBuilder({ origin: origin_of(this.money), kind: 'money', name })
  }

  boolean(name: FieldHolding<Row, boolean>): EntryBuilder {
    return new EntryBuilder({ origin: origin_of(this.boolean), kind: 'boolean', name })
  }

  badge<Name extends FieldOf<Row>>(name: Name): BadgeEntryBuilder<ValueOf<Row, Name>> {
    return new BadgeEntryBuilder({ origin: origin_of(this.badge), kind: 'badge', name })
  }

  /** Several short texts, each as a label of its own. */
  tags(name: FieldHolding<Row, readonly string[]>): EntryBuilder {
    return new EntryBuilder({ origin: origin_of(this.tags), kind: 'tags', name })
  }

  date(name: FieldHolding<Row, string>): EntryBuilder {
    return new EntryBuilder({ origin: origin_of(this.date), kind: 'date', name })
  }

  datetime(name: FieldHolding<Row, string>): EntryBuilder {
    return new EntryBuilder({ origin: origin_of(this.datetime), kind: 'datetime', name })
  }

  since(name: FieldHolding<Row, string>): EntryBuilder {
    return new EntryBuilder({ origin: origin_of(this.since), kind: 'since', name })
  }

  relation(name: FieldOf<Row>, list_path: string, title_attribute: string): EntryBuilder {
    const relation = { list_path, title_attribute }
    return new EntryBuilder({ origin: origin_of(this.relation), kind: 'relation', name, relation })
  }

  /** A list of objects, with the same entries for each. Without the second argument all that can be seen. */
  repeater<Name extends FieldHolding<Row, readonly object[]>>(
    name: Name,
    make?: (entry: EntryFactory<ItemOf<Row, Name>>) => readonly EntryBuilder[],
  ): EntryBuilder {
    const entries = make && { entries: make(new EntryFactory()).map(({ draft }) => draft) }
    return new EntryBuilder({ origin: origin_of(this.repeater), kind: 'repeater', name, ...entries })
  }

  section(title: string, nodes: readonly InfolistNode[]): LayoutBuilder<EntryDraft> {
    return new LayoutBuilder({ kind: 'section', title, children: nodes.map((node) => node.draft) })
  }

  grid(columns: number, nodes: readonly InfolistNode[]): LayoutBuilder<EntryDraft> {
    return new LayoutBuilder({ kind: 'grid', columns, children: nodes.map((node) => node.draft) })
  }
}
