import { money, type Static, Type } from '@atrium/sdk'
import { STATUSES } from '../booking-status.ts'
import { Zone } from '../time/zone.ts'
import { reference } from '../catalog/reference.ts'

const instant = (description?: string) =>
  Type.String({ format: 'date-time', readOnly: true, ...(description && { description }) })

/** A client's appointment with a specialist. */
export const Booking = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    client_id: reference('Client'),
    service_id: reference('Service'),
    specialist_id: reference('Specialist'),
    location_id: Type.Integer({ readOnly: true, title: 'Location' }),
    starts_at: Type.String({
      format: 'date-time',
      description: 'An instant. With an offset and a `zone` it is held to be a time that this zone has',
    }),
    ends_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'Default: the duration of the service later' }),
    ),
    zone: Type.Optional({ ...Zone(), description: 'IANA. Default: the zone of the specialist' }),
    status: Type.Enum([...STATUSES], { readOnly: true }),
    price: Type.Optional({ ...money(), description: 'Follows from service or quote; another is refused' }),
    currency: Type.String({ readOnly: true }),
    quote_id: Type.Optional(
      Type.String({ format: 'uuid', title: 'Quote', description: 'Given once, when it is booked' }),
    ),
    series_id: Type.Optional(
      Type.Integer({ readOnly: true, title: 'Series', description: 'Of the series it was booked in' }),
    ),
    notes: Type.Optional(Type.String({ maxLength: 2000 })),
    busy_from: instant('When the specialist is taken, with the buffers'),
    busy_until: instant(),
    slot: Type.String({ readOnly: true, description: 'The same for all bookings of one slot' }),
    seat: Type.Integer({ readOnly: true, description: 'Which of the places of its slot' }),
    expires_at: Type.Optional(instant('Until when it waits to be confirmed')),
    cancelled_by: Type.Optional(Type.Enum(['client', 'practice'], { readOnly: true })),
    cancel_reason: Type.Optional(Type.String({ readOnly: true, maxLength: 500 })),
    cancel_fee: Type.Optional({ ...money(), readOnly: true }),
    created_at: instant(),
    updated_at: Type.Optional(instant()),
  },
  { title: 'Booking' },
)

/** Of a booking that is stored these are always there. */
export type Booking = Static<typeof Booking> & Required<Pick<Static<typeof Booking>, 'ends_at' | 'zone' | 'price'>>
