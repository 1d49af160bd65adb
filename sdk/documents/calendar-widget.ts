import type { Static } from 'typebox'
import { Type } from 'typebox'
import { Filter } from './filter.ts'
import { AbsolutePath, FieldName, Identifier, ScreenPath } from './identifier.ts'
import { Color, Option, RelationTarget, Condition } from './values.ts'

/** Moved entries snap to multiples of these minutes; each divides an hour. */
export const MOVE_STEPS = [5, 10, 15, 20, 30, 60] as const
export type MoveStep = (typeof MOVE_STEPS)[number]

/** How an entry of a calendar is moved: the record is read, then changed by a PATCH with `If-Match`. */
export const CalendarMove = Type.Object(
  {
    path: AbsolutePath,
    step: Type.Enum([...MOVE_STEPS], { description: 'Minutes' }),
    when: Type.Optional(Condition),
    confirm: Type.Optional(Type.String({ description: 'Asked before the request is sent' })),
    permission: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type CalendarMove = Static<typeof CalendarMove>

const shown = {
  name: FieldName,
  label: Type.String(),
  options: Type.Optional(Type.Array(Option)),
  relation: Type.Optional(RelationTarget),
}

/**
 * Records as entries of a calendar. `list_path` answers in the list dialect; the shell requests the entries that start in the visible
 * range: `<starts>_gte`, `<starts>_lte`, sorted by `starts`. Both times are instants.
 */
export const CalendarWidget = Type.Object(
  {
    kind: Type.Literal('calendar'),
    id: Identifier,
    title: Type.String(),
    list_path: AbsolutePath,
    counts_path: Type.Optional({
      ...AbsolutePath,
      description:
        'Answers `?from&to&zone` (days, both included, in an IANA zone) with `[{ day, count }]`: how many entries start on each day',
    }),
    hours_path: Type.Optional({
      ...AbsolutePath,
      description:
        'Answers `?from&to&zone` (days, both included, in an IANA zone) with `[{ resource, starts, ends }]`: the spans of instants in which a resource works. All other time is shown as closed',
    }),
    filters: Type.Optional(Type.Array(Filter)),
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
