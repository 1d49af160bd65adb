import type { Color, RelationTarget } from '../documents/values.ts'
import type { Entry } from '../documents/entry.ts'
import type { PerValue } from './field-of.ts'
import type { Origin } from '../declaration/origin.ts'

/** An entry of an infolist as declared. */
export interface EntryDraft {
  readonly origin: Origin
  readonly kind: Entry['kind']
  readonly name: string
  label?: string
  multiline?: boolean
  currency?: string
  colors?: Record<string, Color>
  relation?: RelationTarget
  /** Of each object of a list; without them every visible one. */
  entries?: readonly EntryDraft[]
}

/** What every entry can say. */
export class EntryBuilder {
  readonly draft: EntryDraft

  constructor(draft: EntryDraft) {
    this.draft = draft
  }

  label(label: string): this {
    this.draft.label = label
    return this
  }
}

/** An entry of text. */
export class TextEntryBuilder extends EntryBuilder {
  /** Keeps line breaks. */
  multiline(multiline = true): this {
    this.draft.multiline = multiline
    return this
  }
}

/** An entry shown as a coloured label. */
export class BadgeEntryBuilder<Value> extends EntryBuilder {
  /** Values without a colour are gray. */
  color_by(colors: PerValue<Value, Color>): this {
    this.draft.colors = { ...(colors as Record<string, Color>) }
    return this
  }
}

/** An entry that holds an amount. */
export class MoneyEntryBuilder extends EntryBuilder {
  /** ISO 4217. Default: the currency in the record schema. */
  currency(currency: string): this {
    this.draft.currency = currency
    return this
  }
}
