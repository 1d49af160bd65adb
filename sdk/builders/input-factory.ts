import { origin_of } from '../declaration/origin.ts'
import {
  ColorFieldBuilder,
  FieldBuilder,
  KeyValueFieldBuilder,
  MoneyFieldBuilder,
  SelectFieldBuilder,
  TagsFieldBuilder,
  TextareaFieldBuilder,
  TextFieldBuilder,
} from './field-builder.ts'
import type { FieldHolding, FieldOf, ItemOf, ValueOf } from './field-of.ts'

/** Makes the fields that need nothing but the name of a field of the record. */
export class InputFactory<Row> {
  text(name: FieldHolding<Row, string>): TextFieldBuilder<Row> {
    return new TextFieldBuilder({ origin: origin_of(this.text), kind: 'text', name })
  }

  textarea(name: FieldHolding<Row, string>): TextareaFieldBuilder<Row> {
    return new TextareaFieldBuilder({ origin: origin_of(this.textarea), kind: 'textarea', name })
  }

  email(name: FieldHolding<Row, string>): TextFieldBuilder<Row> {
    return new TextFieldBuilder({ origin: origin_of(this.email), kind: 'text', input: 'email', name })
  }

  /** A phone number. A phone shows its keys for numbers. */
  phone(name: FieldHolding<Row, string>): TextFieldBuilder<Row> {
    return new TextFieldBuilder({ origin: origin_of(this.phone), kind: 'text', input: 'tel', name })
  }

  /** A web address. */
  url(name: FieldHolding<Row, string>): TextFieldBuilder<Row> {
    return new TextFieldBuilder({ origin: origin_of(this.url), kind: 'text', input: 'url', name })
  }

  /** A new password: masked until it is looked at, and offered to the browser's store of passwords. */
  password(name: FieldHolding<Row, string>): TextFieldBuilder<Row> {
    return new TextFieldBuilder({ origin: origin_of(this.password), kind: 'text', input: 'password', name })
  }

  /** A key or a token: masked until it is looked at, and kept from the browser's store of passwords. */
  secret(name: FieldHolding<Row, string>): TextFieldBuilder<Row> {
    return new TextFieldBuilder({ origin: origin_of(this.secret), kind: 'text', input: 'secret', name })
  }

  /** A country, stored as its two letters of ISO 3166. A schema with `format: 'country'` shows its name in lists and records, too. */
  country(name: FieldHolding<Row, string>): TextFieldBuilder<Row> {
    return new TextFieldBuilder({ origin: origin_of(this.country), kind: 'text', input: 'country', name })
  }

  /** A language, stored as a tag of BCP 47 such as `de` or `en-GB`. A schema with `format: 'language'` shows its name in lists and records, too. */
  language(name: FieldHolding<Row, string>): TextFieldBuilder<Row> {
    return new TextFieldBuilder({ origin: origin_of(this.language), kind: 'text', input: 'language', name })
  }

  /** A currency, stored as its three letters of ISO 4217. A schema with `format: 'currency'` shows its name in lists and records, too. */
  currency(name: FieldHolding<Row, string>): TextFieldBuilder<Row> {
    return new TextFieldBuilder({ origin: origin_of(this.currency), kind: 'text', input: 'currency', name })
  }

  /** A time zone, stored as its IANA name such as `Europe/Vienna`. */
  zone(name: FieldHolding<Row, string>): TextFieldBuilder<Row> {
    return new TextFieldBuilder({ origin: origin_of(this.zone), kind: 'text', input: 'time-zone', name })
  }

  /** Several lines of Markdown, with a preview. */
  markdown(name: FieldHolding<Row, string>): TextareaFieldBuilder<Row> {
    return new TextareaFieldBuilder({ origin: origin_of(this.markdown), kind: 'textarea', language: 'markdown', name })
  }

  /** Several lines of code or configuration, in a fixed width. */
  code(name: FieldHolding<Row, string>): TextareaFieldBuilder<Row> {
    return new TextareaFieldBuilder({ origin: origin_of(this.code), kind: 'textarea', language: 'code', name })
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

  /** One of a few options, all of which are seen at once. */
  radio<Name extends FieldOf<Row>>(name: Name): SelectFieldBuilder<Row, ValueOf<Row, Name>> {
    return new SelectFieldBuilder({ origin: origin_of(this.radio), kind: 'select', spread: true, name })
  }

  /** Several of the options: `field.multi_select('days').options({ mo: 'Monday', tu: 'Tuesday' })`. */
  multi_select<Name extends FieldHolding<Row, readonly (string | number)[]>>(
    name: Name,
  ): SelectFieldBuilder<Row, ItemOf<Row, Name>> {
    return new SelectFieldBuilder({ origin: origin_of(this.multi_select), kind: 'select', multiple: true, name })
  }

  /** Several of a few options, each with its own box. */
  checkboxes<Name extends FieldHolding<Row, readonly (string | number)[]>>(
    name: Name,
  ): SelectFieldBuilder<Row, ItemOf<Row, Name>> {
    const draft = { kind: 'select', multiple: true, spread: true } as const
    return new SelectFieldBuilder({ origin: origin_of(this.checkboxes), ...draft, name })
  }

  /** Several short texts: Enter or a comma ends one, Backspace removes the last one. */
  tags(name: FieldHolding<Row, readonly string[]>): TagsFieldBuilder<Row> {
    return new TagsFieldBuilder({ origin: origin_of(this.tags), kind: 'tags', name })
  }

  toggle(name: FieldHolding<Row, boolean>): FieldBuilder<Row> {
    return new FieldBuilder({ origin: origin_of(this.toggle), kind: 'toggle', name })
  }

  /** Yes or no, as a box to tick: for a consent, and for what is not in effect before the form is saved. */
  checkbox(name: FieldHolding<Row, boolean>): FieldBuilder<Row> {
    return new FieldBuilder({ origin: origin_of(this.checkbox), kind: 'toggle', looks: 'checkbox', name })
  }

  /** A colour as `#rrggbb`. */
  color(name: FieldHolding<Row, string>): ColorFieldBuilder<Row> {
    return new ColorFieldBuilder({ origin: origin_of(this.color), kind: 'color', name })
  }

  /** Texts by name, such as labels or headers: the schema is `Type.Record(Type.String(), Type.String())`. */
  key_value(name: FieldHolding<Row, Readonly<Record<string, string>>>): KeyValueFieldBuilder<Row> {
    return new KeyValueFieldBuilder({ origin: origin_of(this.key_value), kind: 'key_value', name })
  }

  /** An object, a list or a number as JSON. A text that is not JSON is not sent. */
  json(name: FieldOf<Row>): FieldBuilder<Row> {
    return new FieldBuilder({ origin: origin_of(this.json), kind: 'json', name })
  }

  date(name: FieldHolding<Row, string>): FieldBuilder<Row> {
    return new FieldBuilder({ origin: origin_of(this.date), kind: 'date', name })
  }

  datetime(name: FieldHolding<Row, string>): FieldBuilder<Row> {
    return new FieldBuilder({ origin: origin_of(this.datetime), kind: 'datetime', name })
  }

  /** A time of day without a zone, as `HH:MM` with 24 hours: `09:30`, or `24:00` if the schema allows it. */
  time(name: FieldHolding<Row, string>): FieldBuilder<Row> {
    return new FieldBuilder({ origin: origin_of(this.time), kind: 'time', name })
  }
}
