import type { Static, TProperties } from 'typebox'
import { Type } from 'typebox'
import { ElementUse } from './element.ts'
import { TextFormat } from './entry.ts'
import { AbsolutePath, FieldName } from './identifier.ts'
import type { LayoutNode } from './layout.ts'
import { ItemLayoutNode } from './layout.ts'
import { CodeFormat, Condition, Option, RelationTarget } from './values.ts'

/** A field of two records that are compared, and how its texts are shown. */
const ComparedField = Type.Object(
  { ...Option.properties, format: Type.Optional(TextFormat) },
  { additionalProperties: false },
)

/**
 * The list of times to choose from. The path names `{from}` and `{to}`, the first and last requested day, and may name `{zone}`, the IANA
 * time zone of these days, `{id}`, the edited record, and other fields of the form. Without a record, a parameter that names `{id}` is
 * left out.
 */
export const SlotSource = Type.Object(
  {
    path: AbsolutePath,
    starts: { ...FieldName, description: 'The member of a slot that is the value: an instant' },
    zone: Type.Optional({ ...FieldName, description: 'The member that names the zone in which the slot takes place' }),
    fills: Type.Optional(
      Type.Array(FieldName, {
        minItems: 1,
        description:
          'Fields of the form that a chosen slot fills while they are empty, from its members of the same names. Until then, parameters that name them are left out of the path',
      }),
    ),
  },
  { additionalProperties: false },
)
export type SlotSource = Static<typeof SlotSource>

/** How often a recurrence rule repeats. */
export const RecurrenceUnit = Type.Enum(['daily', 'weekly', 'monthly', 'yearly'])
export type RecurrenceUnit = Static<typeof RecurrenceUnit>

const common = {
  label: Type.String(),
  description: Type.Optional(Type.String()),
  placeholder: Type.Optional(Type.String()),
  aliases: Type.Optional(
    Type.Array(Type.String(), { description: 'Other headings under which files have these values, for an import' }),
  ),
  visible_when: Type.Optional(Condition),
  required_when: Type.Optional(Condition),
  disabled_when: Type.Optional(Condition),
  permission: Type.Optional(Type.String()),
}

const field = <Kind extends string, Properties extends TProperties>(kind: Kind, properties: Properties) =>
  Type.Object({ kind: Type.Literal(kind), ...common, ...properties }, { additionalProperties: false })

const SingleField = Type.Union([
  field('text', {
    input: Type.Optional(
      Type.Enum(['email', 'tel', 'url', 'password', 'secret', ...CodeFormat.enum], {
        description:
          'What is typed: for the keyboard of a phone, and for what a browser offers to fill in. `password` and `secret` are masked; the codes after them are chosen by their names',
      }),
    ),
    suggestions_path: Type.Optional({
      ...AbsolutePath,
      description:
        'Answers a list of `Choice` to pick from; any other text is allowed. `{name}` is the value of another field',
    }),
  }),
  field('textarea', {
    rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    language: Type.Optional(
      Type.Enum(['markdown', 'code'], {
        description: '`markdown` has a preview, `code` a fixed width and no spell check',
      }),
    ),
  }),
  field('number', {}),
  field('money', { currency: Type.String({ description: 'ISO 4217; the value is an integer in minor units' }) }),
  field('select', {
    options: Type.Array(Option),
    multiple: Type.Optional(Type.Literal(true, { description: 'The value is a list' })),
    spread: Type.Optional(Type.Literal(true, { description: 'Each option has its own button or box' })),
  }),
  field('tags', { suggestions: Type.Optional(Type.Array(Type.String())) }),
  field('toggle', { looks: Type.Optional(Type.Literal('checkbox')) }),
  field('date', {
    not_before: Type.Optional({ ...FieldName, description: 'Another date of the form: earlier days are not offered' }),
  }),
  field('datetime', {}),
  field('time', {}),
  field('recurrence', {
    units: Type.Optional(
      Type.Array(RecurrenceUnit, { minItems: 1, description: 'How often it may repeat. Default: all' }),
    ),
    ends: Type.Optional(
      Type.Enum(['always', 'never'], { description: '`always`: it must end; `never`: it has no end. Default: either' }),
    ),
  }),
  field('relation', {
    relation: RelationTarget,
    multiple: Type.Optional(Type.Literal(true, { description: 'The value is a list of ids' })),
    choices_path: Type.Optional({
      ...AbsolutePath,
      description: 'Those to choose from; `{name}` is the value of another field. Default: all of the relation',
    }),
  }),
  field('choices', {
    choices_path: {
      ...AbsolutePath,
      description: 'Answers a list of `Choice`; `{name}` is the value of another field',
    },
  }),
  field('condition', {
    fields_path: { ...AbsolutePath, description: 'Answers the fields of the records, as a list of `Choice`' },
  }),
  field('comparison', {
    record_path: { ...AbsolutePath, description: 'The other record; `{name}` is the value of another field' },
    options: Type.Array(ComparedField, {
      description: 'The fields that are compared; the value lists those taken from the other record',
    }),
  }),
  field('color', { suggestions: Type.Optional(Type.Array(Type.String())) }),
  field('key_value', {
    key_label: Type.Optional(Type.String({ description: 'Default: Name' })),
    value_label: Type.Optional(Type.String({ description: 'Default: Value' })),
  }),
  field('json', {}),
  field('element', { element: ElementUse }),
  field('slot', { slots: SlotSource, any_time: Type.Optional(Type.Boolean()) }),
  field('file', {
    media_types: Type.Optional(Type.Array(Type.String(), { description: 'As `text/csv`, `image/*` or `.csv`' })),
    size_limit: Type.Optional(Type.Integer({ minimum: 1, description: 'In bytes' })),
  }),
])

/** A list of objects, each with the same fields. Conditions of these name fields of the same object. */
type RepeaterField = Static<ReturnType<typeof field<'repeater', { item_label: ReturnType<typeof Type.String> }>>> & {
  fields: Record<string, Field>
  layout: LayoutNode[]
}

const RepeaterField = field('repeater', {
  item_label: Type.String({ description: 'One of them, as it reads in a sentence' }),
  fields: Type.Record(Type.String(), Type.Ref('Field')),
  layout: Type.Array(ItemLayoutNode),
})

/** One input of a form. The form's schema alone says which values are valid. */
export const Field = Type.Unsafe<Field>(
  Type.Cyclic({ Field: Type.Union([...SingleField.anyOf, RepeaterField]) }, 'Field'),
)
export type Field = Static<typeof SingleField> | RepeaterField
