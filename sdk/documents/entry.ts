import { type Static, type TProperties, Type } from 'typebox'
import { CodeFormat, Color, Condition, Option, RelationTarget } from './values.ts'
import { ElementUse } from './element.ts'
import { AbsolutePath, FieldName } from './identifier.ts'
import { type Layout, layoutOf } from './layout.ts'
import { shownKinds, shownMembers } from './shown-kinds.ts'

const entry = <Kind extends string, Properties extends TProperties>(kind: Kind, properties: Properties) =>
  Type.Object(
    {
      kind: Type.Literal(kind),
      name: FieldName,
      label: Type.String(),
      visible_when: Type.Optional({
        ...Condition,
        description: 'When the form shows this field. Without a value, the entry is left out unless it holds',
      }),
      ...shownMembers,
      ...properties,
    },
    { additionalProperties: false },
  )

/** The `format` of the record schema, where it changes how a text is shown. */
export const TextFormat = Type.Enum(['rrule', 'translated', 'record-title', ...CodeFormat.enum], {
  description:
    'rrule: a recurrence rule (RFC 5545 section 3.3.10), shown in words. translated: a text of a plugin or of the platform, shown in the person’s language. record-title: the title of a record, in which a day or an instant is written as elsewhere. country (ISO 3166, two letters), language (BCP 47), currency (ISO 4217), time-zone (IANA): a code, shown by its name in the person’s language',
})
export type TextFormat = Static<typeof TextFormat>

const SingleEntry = Type.Union([
  entry('text', {
    multiline: Type.Optional(Type.Boolean()),
    format: Type.Optional(TextFormat),
    options: Type.Optional(Type.Array(Option)),
  }),
  entry('number', {}),
  entry('money', { currency: Type.String({ description: 'ISO 4217; values are integers in minor units' }) }),
  entry('boolean', {}),
  entry('badge', { options: Type.Optional(Type.Array(Option)), colors: Type.Record(Type.String(), Color) }),
  entry('tags', {}),
  entry('date', {}),
  entry('datetime', {}),
  entry('since', {}),
  entry('relation', { relation: RelationTarget }),
  entry('link', {}),
  entry('icon', shownKinds.icon),
  entry('image', {}),
  entry('file', shownKinds.file),
  entry('progress', shownKinds.progress),
  entry('color', {}),
  entry('json', {}),
  entry('markdown', {}),
  entry('code', {}),
  entry('choices', {
    choices_path: {
      ...AbsolutePath,
      description:
        'GET answers the labels of the values, as for a field of this kind. It may name members of the owner of the value: `{type}`',
    },
  }),
  entry('condition', {
    fields_path: {
      ...AbsolutePath,
      description:
        'GET answers the labels of the fields that a list query such as `status=open` names. It may name members of the owner of the value: `{type}`',
    },
  }),
  entry('element', { element: ElementUse }),
  entry('values', {
    of: {
      ...FieldName,
      description: 'The member that holds the path of a record or an operation. Labels are taken from its screens',
    },
    changes: Type.Optional(Type.Literal(true, { description: 'Each value is `{ from, to }`' })),
  }),
])

/** One value of a record as the view screen shows it. */
export const Entry = Type.Union([
  ...SingleEntry.anyOf,
  entry('repeater', { entries: Type.Array(SingleEntry, { description: 'What is shown of each object of a list' }) }),
])
export type Entry = Static<typeof Entry>

/** Values shown below or beside the title, so that records with the same title can be told apart. */
export const RecordSubtitle = Type.Optional(
  Type.Array(Entry, { description: 'Values that tell records with the same title apart' }),
)

/** Where the entries of an infolist stand. */
export const EntryNode = layoutOf<Entry>('EntryNode', Entry)
export type EntryNode = Layout<Entry>
