import { type Static, Type } from '@atrium/sdk'
import { reference } from '../catalog/reference.ts'

const local = (description: string) => Type.String({ description })

/** A time at which a service can be booked. */
export const Slot = Type.Object(
  {
    starts_at: Type.String({
      format: 'date-time',
      description: 'In UTC: what tells slots apart, and what a booking begins at',
    }),
    ends_at: Type.String({ format: 'date-time' }),
    local_start: local('The same instant in the zone asked for, with its offset'),
    local_end: local('In the zone asked for'),
    specialist_id: Type.Integer(),
    specialist_zone: Type.String({ description: 'IANA: the clock that the specialist works by' }),
    location_id: Type.Integer(),
    free: Type.Integer({ description: 'How many more bookings it takes' }),
  },
  { title: 'Slot' },
)
export type Slot = Static<typeof Slot>

/** What is asked. */
export const SlotQuery = Type.Object({
  service_id: reference('Service'),
  from: Type.String({ format: 'date', description: 'The first day, in `zone`' }),
  to: Type.String({ format: 'date', description: 'The last day; 62 days at most' }),
  specialist_id: Type.Optional(reference('Specialist', 'Default: all who give the service')),
  booking_id: Type.Optional(reference('Booking', 'About to be moved: it does not keep itself out')),
  zone: Type.Optional(
    Type.String({ description: 'IANA: what the days are days of. Default: the zone of the practice' }),
  ),
})
export type SlotQuery = Static<typeof SlotQuery>
