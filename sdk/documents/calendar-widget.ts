import { type Static, Type } from 'typebox'
import { Color } from './color.ts'
import { AbsolutePath, FieldName, Identifier } from './identifier.ts'
import { Option } from './option.ts'
import { RelationTarget } from './relation-target.ts'
import { ScreenPath } from './screen-path.ts'

const Shown = Type.Object(
  {
    name: FieldName,
    label: Type.String(),
    options: Type.Optional(Type.Array(Option)),
    relation: Type.Optional(RelationTarget),
  },
  { additionalProperties: false },
)

/**
 * Records as entries of a calendar. `list_path` answers in the list dialect and is asked for those that start in the visible range:
 * `<starts>_gte`, `<starts>_lte`, sorted by `starts`. Both times are instants.
 */
export const CalendarWidget = Type.Object(
  {
    kind: Type.Literal('calendar'),
    id: Identifier,
    title: Type.String(),
    list_path: AbsolutePath,
    starts: FieldName,
    ends: FieldName,
    entry_title: Shown,
    resource: Type.Optional(Shown),
    color_by: Type.Optional(
      Type.Object(
        { name: FieldName, options: Type.Optional(Type.Array(Option)), colors: Type.Record(Type.String(), Color) },
        { additionalProperties: false },
      ),
    ),
    view_path: Type.Optional(ScreenPath),
    create: Type.Optional(
      Type.Object(
        { label: Type.String(), path: ScreenPath, permission: Type.Optional(Type.String()) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type CalendarWidget = Static<typeof CalendarWidget>
