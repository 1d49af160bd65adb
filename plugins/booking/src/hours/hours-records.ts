import { type Static, Type } from '@atrium/sdk'
import { reference } from '../catalog/reference.ts'

const HOUR = '([01][0-9]|2[0-3]):[0-5][0-9]'

/** When a specialist works each week, in local time of the specialist's zone. */
export const WeeklyHours = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    specialist_id: reference('Specialist'),
    rrule: Type.String({
      format: 'rrule',
      minLength: 1,
      maxLength: 80,
      title: 'Days',
      description:
        'A weekly rule (RFC 5545): FREQ=WEEKLY;BYDAY=MO,TU,WE. Add INTERVAL=2 for every other week. Stored in upper case',
    }),
    opens: Type.String({ pattern: `^${HOUR}$`, description: 'For example 09:00' }),
    closes: Type.String({ pattern: `^(${HOUR}|24:00)$`, description: 'For example 17:30' }),
    starts_on: Type.String({ format: 'date', description: 'The first day' }),
    ends_on: Type.Optional(Type.String({ format: 'date', description: 'The last day. Empty: no end' })),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Weekly hours' },
)
export type WeeklyHours = Static<typeof WeeklyHours>

/** A time when a specialist is absent during weekly hours, or available outside them. */
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

/** A day on which a location is closed, or all of them. */
export const Holiday = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    day: Type.String({ format: 'date' }),
    location_id: Type.Optional(reference('Location', 'Empty: all locations')),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Holiday' },
)
export type Holiday = Static<typeof Holiday>
