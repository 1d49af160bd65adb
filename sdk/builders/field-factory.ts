import {
  FieldBuilder,
  type FieldDraft,
  FileFieldBuilder,
  MoneyFieldBuilder,
  RepeaterFieldBuilder,
  SelectFieldBuilder,
  TagsFieldBuilder,
  TextareaFieldBuilder,
} from './field-builder.ts'
import type { FieldHolding, FieldOf, ItemOf, ValueOf } from './field-of.ts'
import { LayoutBuilder, type LayoutDraft } from './layout-builder.ts'
import { origin_of } from './origin.ts'

/** What stands in a form: fields, and layout that holds fields. */
export type FormNode<Row> = FieldBuilder<Row> | LayoutBuilder<FieldDraft>

/** Makes fields: `(field) => [field.text('name'), field.grid(2, [field.select('status'), field.money('price')])]`. */
export class FieldFactory<Row> {
  text(name: FieldHolding<Row, string>): FieldBuilder<Row> {
    return new FieldBuilder({ origin: origin_of(this.text), kind: 'text', name })
  }

  textarea(name: FieldHolding<Row, string>): TextareaFieldBuilder<Row> {
    return new TextareaFieldBuilder({ origin: origin_of(this.textarea), kind: 'textarea', name })
  }

  number(name: FieldHolding<Row, number>): FieldBuilder<Row> {
    return new FieldBuilder({ origin: origin_of(this.number), kind: 'number', name })
  }

  money(name: FieldHolding<Row, number>): MoneyFieldBuilder<Row> {
    return new MoneyFieldBuilder({ origin: origin_of(this.money), kind: 'money', name })
  }

  select<Name extends FieldOf<Row>>(name: Name): SelectFieldBuilder<Row, ValueOf<Row, Name>> {
    return new SelectFieldBuilder({ origin: origin_of(this.select), kind: 'select', name })
  }

  /** Several short texts: Enter or a comma ends one, Backspace takes the last one back. */
  tags(name: FieldHolding<Row, readonly string[]>): TagsFieldBuilder<Row> {
    return new TagsFieldBuilder({ origin: origin_of(this.tags), kind: 'tags', name })
  }

  toggle(name: FieldHolding<Row, boolean>): FieldBuilder<Row> {
    return new FieldBuilder({ origin: origin_of(this.toggle), kind: 'toggle', name })
  }

  date(name: FieldHolding<Row, string>): FieldBuilder<Row> {
    return new FieldBuilder({ origin: origin_of(this.date), kind: 'date', name })
  }

  datetime(name: FieldHolding<Row, string>): FieldBuilder<Row> {
    return new FieldBuilder({ origin: origin_of(this.datetime), kind: 'datetime', name })
  }

  /** Chooses a record of another list: its id is the value, its `title_attribute` is what people read. */
  relation(name: FieldOf<Row>, list_path: string, title_attribute: string): FieldBuilder<Row> {
    const relation = { list_path, title_attribute }
    return new FieldBuilder({ origin: origin_of(this.relation), kind: 'relation', name, relation })
  }

  /**
   * A list of objects, with the same fields for each: `field.repeater('lines', (field) => [field.text('title'), field.money('price')])`.
   * Without the second argument all that can be written. How many there may be is `minItems` and `maxItems` of the record schema.
   */
  repeater<Name extends FieldHolding<Row, readonly object[]>>(
    name: Name,
    make?: (field: FieldFactory<ItemOf<Row, Name>>) => readonly FormNode<ItemOf<Row, Name>>[],
  ): RepeaterFieldBuilder<Row> {
    const fields = make && { fields: drafts_of(make(new FieldFactory())) }
    return new RepeaterFieldBuilder({ origin: origin_of(this.repeater), kind: 'repeater', name, ...fields })
  }

  /** One file, chosen or dropped. For forms that are sent as `multipart/form-data`: those of actions. */
  file(name: FieldOf<Row>): FileFieldBuilder<Row> {
    return new FileFieldBuilder({ origin: origin_of(this.file), kind: 'file', name })
  }

  /** Fields under a heading. */
  section(title: string, nodes: readonly FormNode<Row>[]): LayoutBuilder<FieldDraft> {
    return new LayoutBuilder({ kind: 'section', title, children: drafts_of(nodes) })
  }

  /** Fields side by side, 1 to 4 in a row; one below the other on a narrow screen. */
  grid(columns: number, nodes: readonly FormNode<Row>[]): LayoutBuilder<FieldDraft> {
    return new LayoutBuilder({ kind: 'grid', columns, children: drafts_of(nodes) })
  }
}

/** The plain drafts below the builders. */
export const drafts_of = <Row>(nodes: readonly FormNode<Row>[]): LayoutDraft<FieldDraft>[] =>
  nodes.map((node) => node.draft)
