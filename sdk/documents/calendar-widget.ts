import { type Static, Type } from 'typebox'
import { CalendarMove } from './calendar-move.ts'
import { Color } from './color.ts'
import { AbsolutePath, FieldName, Identifier } from './identifier.ts'
import { Option } from './option.ts'
import { RelationTarget } from './relation-target.ts'
import { ScreenPath } from './screen-path.ts'

const shown = {
  name: FieldName,
  label: Type.String(),
  options: Type.Optional(Type.Array(Option)),
  relation: Type.Optional(RelationTarget),
}

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
    entry_title: Type.Object(shown, { additionalProperties: false }),
    resource: Type.Optional(
      Type.Object(
        {
          ...shown,
          choices_path: Type.Optional({
            ...AbsolutePath,
            description: 'Those that can be taken; default all of the relation',
          }),
        },
        { additionalProperties: false },
      ),
    ),
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
    move: Type.Optional(CalendarMove),
  },
  { additionalProperties: false },
)
export type CalendarWidget = Static<typeof CalendarWidget>
