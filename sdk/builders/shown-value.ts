import { type Origin, origin_of } from '../declaration/origin.ts'
import type { Entry } from '../documents/entry.ts'
import { Color, type Option, type RelationTarget } from '../documents/values.ts'
import { require_choice, require_target, require_text } from '../declaration/require.ts'
import { Builder } from './builder.ts'
import { element_draft, type ElementDraft } from './element-draft.ts'
import type { FieldHolding, FieldOf } from './field-of.ts'

/** A value that is shown, as declared: in a column of a table or in an entry of an infolist. */
export interface ShownDraft {
  readonly origin: Origin
  readonly kind: Entry['kind']
  readonly name: string
  label?: string
  currency?: string
  colors?: Record<string, Color>
  options?: Option[]
  relation?: RelationTarget
  shows?: ElementDraft
}

/** The colours of a badge by value, checked. @throws DeclarationError `argument_invalid` at the author's call */
export function require_colors(colors: Readonly<Record<string, Color>>): Record<string, Color> {
  for (const [value, color] of Object.entries(colors ?? {}))
    require_choice(`color_by({ ${value}: … })`, color, Color.enum)
  return { ...colors }
}

/** What columns and entries have in common. */
export class ShownBuilder<Draft extends ShownDraft> extends Builder<Draft> {
  /** Default: the field's name, `created_at` → "Created at". */
  label(label: string): this {
    return this.set({ label: require_text('label', label) } as Partial<Draft>)
  }
}

/** The kinds that columns and entries have in common. `Shown` is the builder that they make. */
export abstract class ShownFactory<Row, Shown> {
  protected abstract make(draft: ShownDraft): Shown

  number(name: FieldHolding<Row, number>): Shown {
    return this.make({ origin: origin_of(this.number), kind: 'number', name })
  }

  /** Yes or no, as a mark. */
  boolean(name: FieldHolding<Row, boolean>): Shown {
    return this.make({ origin: origin_of(this.boolean), kind: 'boolean', name })
  }

  /** Several short texts, each as a label of its own. */
  tags(name: FieldHolding<Row, readonly string[]>): Shown {
    return this.make({ origin: origin_of(this.tags), kind: 'tags', name })
  }

  date(name: FieldHolding<Row, string>): Shown {
    return this.make({ origin: origin_of(this.date), kind: 'date', name })
  }

  datetime(name: FieldHolding<Row, string>): Shown {
    return this.make({ origin: origin_of(this.datetime), kind: 'datetime', name })
  }

  /** How long ago: "3 days ago", with the instant on hover. */
  since(name: FieldHolding<Row, string>): Shown {
    return this.make({ origin: origin_of(this.since), kind: 'since', name })
  }

  /** Shows the record that the field points at, by its title. The list at `list_path` must answer repeated `?id=`. */
  relation(name: FieldOf<Row>, list_path: string, title_attribute: string): Shown {
    const relation = require_target(name, list_path, title_attribute)
    return this.make({ origin: origin_of(this.relation), kind: 'relation', name, relation })
  }

  /**
   * Shown by an element of the plugin itself: a function that the module of `atrium.elements` exports under this name. It gets the options.
   */
  element(name: FieldOf<Row>, element: string, options?: Readonly<Record<string, unknown>>): Shown {
    const shows = element_draft(`element('${name}', `, element, options)
    return this.make({ origin: origin_of(this.element), kind: 'element', name, shows })
  }
}
