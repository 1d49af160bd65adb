import { require_target, require_text } from '../declaration/require.ts'
import { Builder } from './builder.ts'
import type { Filter } from '../documents/filter.ts'
import type { Option, RelationTarget } from '../documents/values.ts'
import type { FieldHolding, FieldOf, PerValue, ValueOf } from './field-of.ts'
import { options_of } from './field-of.ts'
import { type Origin, origin_of } from '../declaration/origin.ts'

/** A filter as declared. */
export interface FilterDraft {
  readonly origin: Origin
  readonly kind: Filter['kind']
  readonly name: string
  label?: string
  placeholder?: string
  multiple?: boolean
  options?: Option[]
  relation?: RelationTarget
}

/** The methods of every filter. */
export class FilterBuilder extends Builder<FilterDraft> {
  label(label: string): this {
    return this.set({ label: require_text('label', label) })
  }
}

/** A filter that looks for text inside a field. */
export class TextFilterBuilder extends FilterBuilder {
  placeholder(placeholder: string): this {
    return this.set({ placeholder })
  }
}

/** A filter that offers choices. */
export class SelectFilterBuilder<Value> extends FilterBuilder {
  /** Value → label. Default: the values that the record schema allows. */
  options(labels: PerValue<Value, string>): this {
    return this.set({ options: options_of(labels) })
  }

  /** Allows several choices; a record matches if it has any of them. Default true. */
  multiple(multiple = true): this {
    return this.set({ multiple })
  }
}

/** Makes filters: `(filter) => [filter.select('status'), filter.date_range('created_at')]`. */
export class FilterFactory<Row> {
  /** Searches inside a text, or inside each of several texts. */
  text(name: FieldHolding<Row, string | readonly string[]>): TextFilterBuilder {
    return new TextFilterBuilder({ origin: origin_of(this.text), kind: 'text', name })
  }

  select<Name extends FieldOf<Row>>(name: Name): SelectFilterBuilder<ValueOf<Row, Name>> {
    return new SelectFilterBuilder({ origin: origin_of(this.select), kind: 'select', name })
  }

  /** Yes, no, or either. */
  ternary(name: FieldHolding<Row, boolean>): FilterBuilder {
    return new FilterBuilder({ origin: origin_of(this.ternary), kind: 'ternary', name })
  }

  number_range(name: FieldHolding<Row, number>): FilterBuilder {
    return new FilterBuilder({ origin: origin_of(this.number_range), kind: 'number_range', name })
  }

  date_range(name: FieldHolding<Row, string>): FilterBuilder {
    return new FilterBuilder({ origin: origin_of(this.date_range), kind: 'date_range', name })
  }

  /** The record that the field points at, found by typing part of its name. The list at `list_path` must answer `?q=` and `?id=`. */
  relation(name: FieldOf<Row>, list_path: string, title_attribute: string): FilterBuilder {
    const relation = require_target(name, list_path, title_attribute)
    return new FilterBuilder({ origin: origin_of(this.relation), kind: 'relation', name, relation })
  }

  /** Whether the field has a value. */
  is_null(name: FieldOf<Row>): FilterBuilder {
    return new FilterBuilder({ origin: origin_of(this.is_null), kind: 'is_null', name })
  }
}
