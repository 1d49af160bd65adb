import { type Static, Type } from '@atrium/sdk'
import { reference } from '../catalog/reference.ts'

const HOUR = '([01][0-9]|2[0-3]):[0-5][0-9]'

/** When a specialist works, week by week, in wall time of the specialist's zone. */
export const WeeklyHours = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    specialist_id: reference('Specialist'),
    rrule: Type.String({
      format: 'rrule',
      minLength: 1,
      maxLength: 80,
      title: 'Days',
      description: 'RFC 5545, weekly: FREQ=WEEKLY;BYDAY=MO,TU,WE. INTERVAL=2 is every other week, from the first on',
    }),
    opens: Type.String({ pattern: `^${HOUR}$`, description: 'As 09:00' }),
    closes: Type.String({ pattern: `^(${HOUR}|24:00)$`, description: 'As 17:30' }),
    starts_on: Type.String({ format: 'date', description: 'The first day' }),
    ends_on: Type.Optional(Type.String({ format: 'date', description: 'The last day; for good where it is empty' })),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Weekly hours' },
)
export type WeeklyHours = Static<typeof WeeklyHours>

/** When a specialist is away in spite of the weekly hours, or there besides them. */
export const Exception = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    specialist_id: reference('Specialist'),
    kind: Type.Enum(['absent', 'extra'], { default: 'absent' }),
    starts_at: Type.String({ format: 'date-time' }),
    ends_at: Type.String({ format: 'date-time' }),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Exception' },
)
export type Exception = Static<typeof Exception>

/** A day without weekly hours, at one location or at all. */
export const Holiday = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    day: Type.String({ format: 'date' }),
    location_id: Type.Optional(reference('Location', 'All locations where it is empty')),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Holiday' },
)
export type Holiday = Static<typeof Holiday>
