import { require_condition } from '../declaration/require-condition.ts'
import { require_choice, require_currency, require_text } from '../declaration/require.ts'
import type { CodeFormat, Condition, Option, RelationTarget } from '../documents/values.ts'
import { type Field, RecurrenceUnit, type SlotSource } from '../documents/field.ts'
import { Builder } from './builder.ts'
import type { ElementDraft } from './element-draft.ts'
import { as_json_schema, type ConditionSchema, options_of } from './field-of.ts'
import type { FieldOf, PerValue, ValueOf, PathNaming } from './field-of.ts'
import type { LayoutDraft } from './layout-builder.ts'
import type { Origin } from '../declaration/origin.ts'

/** A field as declared. */
export interface FieldDraft {
  readonly origin: Origin
  readonly kind: Field['kind']
  readonly name: string
  label?: string
  description?: string
  placeholder?: string
  aliases?: readonly string[]
  input?: 'email' | 'tel' | 'url' | 'password' | 'secret' | CodeFormat
  rows?: number
  language?: 'markdown' | 'code'
  currency?: string
  options?: Option[]
  multiple?: true
  spread?: true
  looks?: 'checkbox'
  not_before?: string
  key_label?: string
  value_label?: string
  suggestions?: readonly string[]
  suggestions_path?: string
  relation?: RelationTarget
  choices_path?: string
  /** Of the fields that a comparison shows. */
  labels?: Readonly<Record<string, string>>
  slots?: SlotSource
  units?: RecurrenceUnit[]
  ends?: 'always' | 'never'
  any_time?: boolean
  media_types?: string[]
  size_limit?: number
  item_label?: string
  shows?: ElementDraft
  /** Of each object of a list; without them every writable one. */
  fields?: LayoutDraft<FieldDraft>[]
  visible_when?: Condition
  required_when?: Condition
  disabled_when?: Condition
}

/** The methods of every field. */
export class FieldBuilder<Row> extends Builder<FieldDraft> {
  /** Default: the field's name, `created_at` → "Created at". */
  label(label: string): this {
    return this.set({ label: require_text('label', label) })
  }

  /** A line of help below the input. */
  description(description: string): this {
    return this.set({ description })
  }

  placeholder(placeholder: string): this {
    return this.set({ placeholder })
  }

  /**
   * Other names under which files have the values of this field, such as `'First name', 'Vorname'`: an import matches columns with these
   * headings, too. Case, accents and punctuation do not matter. The field's name and label are known without this.
   */
  also_called(...names: string[]): this {
    return this.set({ aliases: names.map((name) => require_text('also_called', name)) })
  }

  /** Shown only while the other field matches the schema. A hidden field is neither required nor sent. */
  visible_when<Name extends FieldOf<Row>>(field: Name, schema: ConditionSchema<ValueOf<Row, Name>>): this {
    return this.set({ visible_when: { field, schema: as_json_schema(require_condition('visible_when', schema)) } })
  }

  /** Required while the other field matches the schema, in addition to the record schema. */
  required_when<Name extends FieldOf<Row>>(field: Name, schema: ConditionSchema<ValueOf<Row, Name>>): this {
    return this.set({ required_when: { field, schema: as_json_schema(require_condition('required_when', schema)) } })
  }

  /** Read-only while the other field matches the schema. */
  disabled_when<Name extends FieldOf<Row>>(field: Name, schema: ConditionSchema<ValueOf<Row, Name>>): this {
    return this.set({ disabled_when: { field, schema: as_json_schema(require_condition('disabled_when', schema)) } })
  }
}

/** A field of one line. */
export class TextFieldBuilder<Row> extends FieldBuilder<Row> {
  /**
   * Suggests the values that a GET answers: `[{ value, label, group, description }]`. Any other text is allowed. The path may name other
   * fields of the form.
   */
  suggestions_path<Path extends string>(path: Path & PathNaming<Path, FieldOf<Row> | 'id'>): this {
    return this.set({ suggestions_path: path })
  }
}

/** A field of several lines. */
export class TextareaFieldBuilder<Row> extends FieldBuilder<Row> {
  /** Default 4. */
  rows(rows: number): this {
    return this.set({ rows })
  }
}

/** A field that holds texts by name. */
export class KeyValueFieldBuilder<Row> extends FieldBuilder<Row> {
  /** The headings of both columns. Default: Name and Value. */
  labels(key: string, value: string): this {
    return this.set({ key_label: require_text('labels', key), value_label: require_text('labels', value) })
  }
}

/** A field that holds a colour. */
export class ColorFieldBuilder<Row> extends FieldBuilder<Row> {
  /** Colours to choose from, such as `#3b82f6`. Others can be mixed. */
  suggestions(...colors: string[]): this {
    return this.set({ suggestions: colors })
  }
}

/** A field that holds an amount. */
export class MoneyFieldBuilder<Row> extends FieldBuilder<Row> {
  /** ISO 4217. Default: the currency in the record schema. */
  currency(currency: string): this {
    return this.set({ currency: require_currency('currency', currency) })
  }
}

/** A field of several short texts. */
export class TagsFieldBuilder<Row> extends FieldBuilder<Row> {
  /** Suggestions while a person types; other texts are allowed. Default: the texts that the record schema allows. */
  suggestions(...texts: string[]): this {
    return this.set({ suggestions: texts })
  }
}

/** A field that holds a list of objects. */
export class RepeaterFieldBuilder<Row> extends FieldBuilder<Row> {
  /** The word for one item, as in a sentence: `contact point`. Default: the label in the singular. */
  item_label(label: string): this {
    return this.set({ item_label: label })
  }
}

/** A field that chooses a record of another list. */
export class RelationFieldBuilder<Row> extends FieldBuilder<Row> {
  /**
   * Offers the records of another list than the one that resolves ids. The path may name other fields of the form:
   * `/services/{service_id}/specialists` is requested when a service is chosen, and again when it changes.
   */
  choices_path<Path extends string>(path: Path & PathNaming<Path, FieldOf<Row> | 'id'>): this {
    return this.set({ choices_path: path })
  }
}

/** A field that chooses one of the offered times. */
export class SlotFieldBuilder<Row> extends FieldBuilder<Row> {
  /** Also accepts a time that is not offered. The route decides whether it is valid. */
  any_time(any_time = true): this {
    return this.set({ any_time })
  }
}

/** A field that chooses a recurrence rule. */
export class RecurrenceFieldBuilder<Row> extends FieldBuilder<Row> {
  /** How often it may repeat: `daily`, `weekly`, `monthly` or `yearly`. Default: all. The route decides. */
  units(...units: RecurrenceUnit[]): this {
    return this.set({ units: units.map((unit) => require_choice('units', unit, RecurrenceUnit.enum)) })
  }

  /** Whether it must have an end, or must not. Default: either. The route decides. */
  ends(ends: 'always' | 'never'): this {
    return this.set({ ends: require_choice<'always' | 'never'>('ends', ends, ['always', 'never']) })
  }
}

/** A field that holds a file. */
export class FileFieldBuilder<Row> extends FieldBuilder<Row> {
  /** The accepted types: `text/csv`, `image/*` or `.csv`. This guides people; the route decides. */
  media_types(...types: string[]): this {
    return this.set({ media_types: types })
  }

  /** In bytes. */
  size_limit(bytes: number): this {
    return this.set({ size_limit: bytes })
  }
}

/** A field that offers choices. */
export class SelectFieldBuilder<Row, Value> extends FieldBuilder<Row> {
  /** Value → label. Default: the values that the record schema allows. */
  options(labels: PerValue<Value, string>): this {
    return this.set({ options: options_of(labels) })
  }
}
