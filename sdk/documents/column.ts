import { type Static, type TProperties, Type } from 'typebox'
import { Color, Option, RelationTarget } from './values.ts'
import { ElementUse } from './element.ts'
import { TextFormat } from './entry.ts'
import { FieldName } from './identifier.ts'
import { shownKinds, shownMembers } from './shown-kinds.ts'

const column = <Kind extends string, Properties extends TProperties>(kind: Kind, properties: Properties) =>
  Type.Object(
    {
      kind: Type.Literal(kind),
      name: FieldName,
      label: Type.String(),
      sortable: Type.Boolean(),
      align: Type.Optional(Type.Enum(['start', 'center', 'end'])),
      summary: Type.Optional(
        Type.Enum(['sum', 'average', 'min', 'max'], {
          description: 'Shown below the column, over all matching records',
        }),
      ),
      hidden: Type.Optional(Type.Boolean({ description: 'Hidden until the person shows it' })),
      ...shownMembers,
      ...properties,
    },
    { additionalProperties: false },
  )

/** One column of a table widget. Values come from the record under `name`. */
export const Column = Type.Union([
  column('text', {
    wrap: Type.Optional(Type.Boolean()),
    format: Type.Optional(TextFormat),
    options: Type.Optional(Type.Array(Option)),
  }),
  column('number', {}),
  column('money', { currency: Type.String({ description: 'ISO 4217; values are integers in minor units' }) }),
  column('boolean', {}),
  column('badge', { options: Type.Optional(Type.Array(Option)), colors: Type.Record(Type.String(), Color) }),
  column('tags', {}),
  column('date', {}),
  column('datetime', {}),
  column('since', {}),
  column('relation', { relation: RelationTarget }),
  column('link', {}),
  column('icon', shownKinds.icon),
  column('image', {}),
  column('file', shownKinds.file),
  column('progress', shownKinds.progress),
  column('color', {}),
  column('json', {}),
  column('element', { element: ElementUse }),
])
export type Column = Static<typeof Column>
