import { type Origin, origin_of } from '../declaration/origin.ts'
import type { Entry } from '../documents/entry.ts'
import type { IconName } from '../documents/icon-name.ts'
import { Color, type Option, type RelationTarget } from '../documents/values.ts'
import { require_record_path } from '../declaration/require-path.ts'
import { require_choice, require_number, require_target, require_text } from '../declaration/require.ts'
import { Builder } from './builder.ts'
import { element_draft, type ElementDraft } from './element-draft.ts'
import { type FieldHolding, type FieldOf, options_of, type PerValue, type ValueOf } from './field-of.ts'

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
  icons?: Readonly<Record<string, string>>
  max?: number
  content_path?: string
  copyable?: true
  shows?: ElementDraft
}

/** How an icon stands for values. */
export interface IconOptions<Value> {
  /** Value → colour. Values without one are gray. */
  readonly colors?: PerValue<Value, Color>
  /** Value → text on hover and for screen readers. Default: the value. */
  readonly labels?: PerValue<Value, string>
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

  /** A button beside the value copies it. */
  copyable(): this {
    return this.set({ copyable: true } as Partial<Draft>)
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

  /** A web address, an e-mail address or a phone number that opens, or a path of the platform, such as `/operations/items/3`. */
  link(name: FieldHolding<Row, string>): Shown {
    return this.make({ origin: origin_of(this.link), kind: 'link', name })
  }

  /** An icon for each value: `icon('channel', { mail: 'mail', phone: 'phone' })`. A value without an icon is shown as text. */
  icon<Name extends FieldOf<Row>>(
    name: Name,
    icons: PerValue<ValueOf<Row, Name> | `${boolean}`, IconName>,
    { colors = {}, labels }: IconOptions<ValueOf<Row, Name> | `${boolean}`> = {},
  ): Shown {
    return this.make({
      ...{ origin: origin_of(this.icon), kind: 'icon', name },
      icons: { ...(icons as Record<string, string>) },
      colors: require_colors(colors as Record<string, Color>),
      ...(labels && { options: options_of(labels) }),
    })
  }

  /** A picture, whose address is the value: a path of the platform, such as a file that a route of the plugin serves. */
  image(name: FieldHolding<Row, string>): Shown {
    return this.make({ origin: origin_of(this.image), kind: 'image', name })
  }

  /**
   * A file that opens beside the list, with its name as value: `file('name', '/documents/{id}/content')`. A GET of the path must answer it with its
   * `Content-Type`. Pictures, PDF and plain text are shown; every file can be downloaded.
   */
  file(name: FieldHolding<Row, string>, content_path: string): Shown {
    const path = require_record_path('file', content_path)
    return this.make({ origin: origin_of(this.file), kind: 'file', name, content_path: path })
  }

  /** A bar with its number. @param options.max the value of a full bar. Default: the `maximum` of the record schema, or 100 */
  progress(name: FieldHolding<Row, number>, { max }: { max?: number } = {}): Shown {
    const full = max === undefined ? {} : { max: require_number('progress', max, 'a full bar') }
    return this.make({ origin: origin_of(this.progress), kind: 'progress', name, ...full })
  }

  /** A colour, such as `#3b82f6`, as a sample with its name. */
  color(name: FieldHolding<Row, string>): Shown {
    return this.make({ origin: origin_of(this.color), kind: 'color', name })
  }

  /** Any value as JSON: on one line in a column, indented in an entry. */
  json(name: FieldOf<Row>): Shown {
    return this.make({ origin: origin_of(this.json), kind: 'json', name })
  }

  /**
   * Shown by an element of the plugin itself: a function that the module of `atrium.elements` exports under this name. It gets the options.
   */
  element(name: FieldOf<Row>, element: string, options?: Readonly<Record<string, unknown>>): Shown {
    const shows = element_draft(`element('${name}', `, element, options)
    return this.make({ origin: origin_of(this.element), kind: 'element', name, shows })
  }
}
