import type { SlotSource } from '../documents/field.ts'
import { DeclarationError } from '../declaration/declaration-error.ts'
import { element_draft } from './element-draft.ts'
import {
  FieldBuilder,
  type FieldDraft,
  FileFieldBuilder,
  RecurrenceFieldBuilder,
  RelationFieldBuilder,
  RepeaterFieldBuilder,
  SlotFieldBuilder,
} from './field-builder.ts'
import type { FieldHolding, FieldOf, ItemOf, PathNaming } from './field-of.ts'
import { InputFactory } from './input-factory.ts'
import { grid_of, type LayoutBuilder, layout_of, section_of, tabs_of } from './layout-builder.ts'
import { origin_of } from '../declaration/origin.ts'
import { require_function, require_names, require_target, require_text } from '../declaration/require.ts'

/** A node of a form: a field, or a layout of fields. */
export type FormNode<Row> = FieldBuilder<Row> | LayoutBuilder<FieldDraft>

const REPEATER = "repeater('lines', (field) => [field.text('title')])"

/** Makes fields: `(field) => [field.text('name'), field.grid(2, [field.select('status'), field.money('price')])]`. */
export class FieldFactory<Row> extends InputFactory<Row> {
  /** The first and the last day of a period, side by side: `field.date_range('from', 'until')`. Days before the first are not offered. */
  date_range(from: FieldHolding<Row, string>, until: FieldHolding<Row, string>): LayoutBuilder<FieldDraft> {
    const origin = origin_of(this.date_range)
    const days = [
      new FieldBuilder<Row>({ origin, kind: 'date', name: from }),
      new FieldBuilder<Row>({ origin, kind: 'date', name: until, not_before: from }),
    ]
    return grid_of(2, days)
  }

  /**
   * Chooses a recurrence rule (RFC 5545 section 3.3.10), such as `FREQ=WEEKLY;BYDAY=MO,WE`:
   * `field.recurrence('rrule').units('weekly').ends('never')`. A rule with parts that cannot be chosen is edited as text.
   */
  recurrence(name: FieldHolding<Row, string>): RecurrenceFieldBuilder<Row> {
    return new RecurrenceFieldBuilder({ origin: origin_of(this.recurrence), kind: 'recurrence', name })
  }

  /**
   * Chooses a record of another list: its id is the value, and people see its `title_attribute`. A field that holds a list of ids chooses
   * several. The query of the path may name other fields of the form: `/parts?machine_id={machine_id}` offers the parts of the chosen machine.
   */
  relation<Path extends string>(
    name: FieldOf<Row>,
    list_path: Path & PathNaming<Path, FieldOf<Row> | 'id'>,
    title_attribute: string,
  ): RelationFieldBuilder<Row> {
    const relation = require_target(name, list_path, title_attribute)
    return new RelationFieldBuilder({ origin: origin_of(this.relation), kind: 'relation', name, relation })
  }

  /**
   * Several of the values that a GET answers, by group: `[{ value, label, group, description }]`. Chosen values that are no longer
   * offered are kept. The path may name other fields of the form.
   */
  choices<Path extends string>(
    name: FieldHolding<Row, readonly string[]>,
    path: Path & PathNaming<Path, FieldOf<Row> | 'id'>,
  ): FieldBuilder<Row> {
    return new FieldBuilder({ origin: origin_of(this.choices), kind: 'choices', name, choices_path: path })
  }

  /**
   * A condition on records as a list query, such as `status=open&owner_id=me`, put together from fields and values. The path answers the
   * fields: `[{ value, label, options }]`.
   */
  condition<Path extends string>(
    name: FieldHolding<Row, string>,
    path: Path & PathNaming<Path, FieldOf<Row> | 'id'>,
  ): FieldBuilder<Row> {
    return new FieldBuilder({ origin: origin_of(this.condition), kind: 'condition', name, choices_path: path })
  }

  /**
   * The record beside another one, field by field, for merging. The value lists the fields whose value is taken from the other record; its
   * `enum` says which fields are compared. The path reads the other record: `/clients/{other_id}`.
   * @param labels the labels of these fields. Default: from their names
   */
  comparison<Path extends string>(
    name: FieldHolding<Row, readonly string[]>,
    path: Path & PathNaming<Path, FieldOf<Row>>,
    labels: Readonly<Record<string, string>> = {},
  ): FieldBuilder<Row> {
    return new FieldBuilder({
      origin: origin_of(this.comparison),
      kind: 'comparison',
      name,
      choices_path: path,
      labels,
    })
  }

  /**
   * A list of objects, with the same fields for each: `field.repeater('lines', (field) => [field.text('title'), field.money('price')])`.
   * Without the second argument, it shows every writable member. `minItems` and `maxItems` of the record schema limit the items.
   */
  repeater<Name extends FieldHolding<Row, readonly object[]>>(
    name: Name,
    make?: (field: FieldFactory<ItemOf<Row, Name>>) => readonly FormNode<ItemOf<Row, Name>>[],
  ): RepeaterFieldBuilder<Row> {
    const fields = make && {
      fields: layout_of('fields', require_function('repeater', make, REPEATER)(new FieldFactory())),
    }
    return new RepeaterFieldBuilder({ origin: origin_of(this.repeater), kind: 'repeater', name, ...fields })
  }

  /**
   * An input of the plugin itself: a function that the module of `atrium.elements` exports under this name. It gets the options:
   * `field.element('stars', 'star_input', { most: 5 })`. The shell shows label, description and error around it.
   */
  element(name: FieldOf<Row>, element: string, options?: Readonly<Record<string, unknown>>): FieldBuilder<Row> {
    const shows = element_draft(`element('${name}', `, element, options)
    return new FieldBuilder({ origin: origin_of(this.element), kind: 'element', name, shows })
  }

  /** One file, chosen or dropped. Only for forms of actions, which are sent as `multipart/form-data`. */
  file(name: FieldOf<Row>): FileFieldBuilder<Row> {
    return new FileFieldBuilder({ origin: origin_of(this.file), kind: 'file', name })
  }

  /**
   * Chooses one of the times that a list of slots offers, day by day:
   * `field.slot('starts_at', '/slots?service_id={service_id}&from={from}&to={to}&zone={zone}', { starts: 'starts_at' })`. The path
   * must name `{from}` and `{to}`, the first and last requested day, at most a month apart. It may name `{zone}`, the time zone of these
   * days, `{id}`, the edited record, and other fields of the form. With `fills: ['specialist_id']`, the times of all specialists are on
   * offer until one is chosen, and the chosen slot fills the field.
   */
  slot<Path extends string>(
    name: FieldHolding<Row, string>,
    path: Path & PathNaming<Path, FieldOf<Row> | 'from' | 'to' | 'zone' | 'id'>,
    options: Omit<SlotSource, 'path' | 'fills'> & { readonly fills?: readonly FieldOf<Row>[] },
  ): SlotFieldBuilder<Row> {
    const missing = ['from', 'to'].find((day) => !require_text('slot', path).includes(`{${day}}`))
    if (missing !== undefined) {
      throw new DeclarationError(
        'argument_invalid',
        `The path [${path}] of [slot(…)] does not contain [{${missing}}].`,
        {
          fix: 'Add the requested days to the path: `?from={from}&to={to}`.',
        },
      )
    }
    const { fills, ...members } = require_names('slot', options, ['starts'])
    const slots = { path, ...members, ...(fills && { fills: [...fills] }) }
    return new SlotFieldBuilder({ origin: origin_of(this.slot), kind: 'slot', name, slots })
  }

  /** Fields under a heading. */
  section(title: string, nodes: readonly FormNode<Row>[]): LayoutBuilder<FieldDraft> {
    return section_of(title, nodes)
  }

  /** Fields side by side, 1 to 4 in a row; one below the other on a narrow screen. */
  grid(columns: number, nodes: readonly FormNode<Row>[]): LayoutBuilder<FieldDraft> {
    return grid_of(columns, nodes)
  }

  /** Sections of which one is shown at a time. A section with a mistake comes to the front when the form is sent. */
  tabs(sections: readonly LayoutBuilder<FieldDraft>[]): LayoutBuilder<FieldDraft> {
    return tabs_of('tabs', sections)
  }

  /** Sections that are filled in one after the other. A button goes on if everything in the present one is valid. */
  steps(sections: readonly LayoutBuilder<FieldDraft>[]): LayoutBuilder<FieldDraft> {
    return tabs_of('steps', sections)
  }
}
