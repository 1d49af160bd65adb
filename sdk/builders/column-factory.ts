import { BadgeColumnBuilder, ColumnBuilder, MoneyColumnBuilder, TextColumnBuilder } from './column-builder.ts'
import type { FieldHolding, FieldOf, ValueOf } from './field-of.ts'
import { origin_of } from '../declaration/origin.ts'

/** Makes columns: `(column) => [column.text('name'), column.badge('status')]`. */
export class ColumnFactory<Row> {
  text(name: FieldOf<Row>): TextColumnBuilder {
    return new TextColumnBuilder({ origin: origin_of(this.text), kind: 'text', name })
  }

  number(name: FieldHolding<Row, number>): ColumnBuilder {
    return new ColumnBuilder({ origin: origin_of(this.number), kind: 'number', name })
  }

  money(name: FieldHolding<Row, number>): MoneyColumnBuilder {
    return new MoneyColumnBuilder({ origin: origin_of(this.money), kind: 'money', name })
  }

  /** Yes or no as a mark. */
  boolean(name: FieldHolding<Row, boolean>): ColumnBuilder {
    return new ColumnBuilder({ origin: origin_of(this.boolean), kind: 'boolean', name })
  }

  badge<Name extends FieldOf<Row>>(name: Name): BadgeColumnBuilder<ValueOf<Row, Name>> {
    return new BadgeColumnBuilder({ origin: origin_of(this.badge), kind: 'badge', name })
  }

  /** Several short texts, each as a label of its own. */
  tags(name: FieldHolding<Row, readonly string[]>): ColumnBuilder {
    return new ColumnBuilder({ origin: origin_of(this.tags), kind: 'tags', name })
  }

  date(name: FieldHolding<Row, string>): ColumnBuilder {
    return new ColumnBuilder({ origin: origin_of(this.date), kind: 'date', name })
  }

  datetime(name: FieldHolding<Row, string>): ColumnBuilder {
    return new ColumnBuilder({ origin: origin_of(this.datetime), kind: 'datetime', name })
  }

  /** How long ago: "3 days ago", with the instant on hover. */
  since(name: FieldHolding<Row, string>): ColumnBuilder {
    return new ColumnBuilder({ origin: origin_of(this.since), kind: 'since', name })
  }

  /** Shows the record the field points at by its title. `list_path` answers repeated `?id=`. */
  relation(name: FieldOf<Row>, list_path: string, title_attribute: string): ColumnBuilder {
    const relation = { list_path, title_attribute }
    return new ColumnBuilder({ origin: origin_of(this.relation), kind: 'relation', name, relation })
  }
}
