import { type Static, Type } from '@atrium/sdk'
import { reference } from '../catalog/reference.ts'

const HOUR = '([01][0-9]|2[0-3]):[0-5][0-9]'

/** When a specialist works, week by week, in wall time of the specialist's zone. */
export const WeeklyHours = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    specialist_id: reference('Specialist'),
    rrule: Type.String({
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
