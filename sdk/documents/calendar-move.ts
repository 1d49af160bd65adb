import { type Static, Type } from 'typebox'
import { Condition } from './condition.ts'
import { AbsolutePath } from './identifier.ts'

/** Minutes to whose multiples moved entries snap; each divides an hour. */
export const MOVE_STEPS = [5, 10, 15, 20, 30, 60] as const
export type MoveStep = (typeof MOVE_STEPS)[number]

/** How an entry of a calendar is moved: `{id}` is read, then changed by a PATCH with `If-Match` that holds what is to be other. */
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
