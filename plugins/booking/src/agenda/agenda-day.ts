import { type Static, Type } from '@atrium/sdk'
import { reference } from '../catalog/reference.ts'

/** One day of the calendar: who has which bookings. */
export const AgendaDay = Type.Object(
  {
    day: Type.String({ format: 'date' }),
    specialists: Type.Array(
      Type.Object({
        specialist_id: Type.Integer(),
        name: Type.String(),
        bookings: Type.Array(
          Type.Object({
            id: Type.Integer(),
            client_id: Type.Integer(),
            service_id: Type.Integer(),
            location_id: Type.Integer(),
            status: Type.String(),
            starts_at: Type.String({ format: 'date-time' }),
            ends_at: Type.String({ format: 'date-time' }),
            local_start: Type.String({ description: 'In the zone asked for, with its offset' }),
            local_end: Type.String(),
          }),
        ),
      }),
    ),
  },
  { title: 'AgendaDay' },
)
export type AgendaDay = Static<typeof AgendaDay>

/** Which part of the calendar. */
export const AgendaQuery = Type.Object({
  from: Type.String({ format: 'date', description: 'The first day, in `zone`' }),
  to: Type.String({ format: 'date', description: 'The last day; 62 days at most' }),
  zone: Type.Optional(Type.String({ description: 'IANA. Default: the zone of the practice' })),
  specialist_id: Type.Optional(reference('Specialist', 'Default: everybody')),
})
export type AgendaQuery = Static<typeof AgendaQuery>
