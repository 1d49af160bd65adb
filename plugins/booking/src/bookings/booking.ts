import { money, type Static, Type } from '@atrium/sdk'
import { STATUSES } from '../booking-status.ts'
import { reference } from '../catalog/reference.ts'
import { Zone } from '../time/zone.ts'

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
      description: 'With an offset. If `zone` is given too, the local time must exist in that zone',
    }),
    ends_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'Default: `starts_at` plus the duration of the service' }),
    ),
    zone: Type.Optional({ ...Zone(), description: 'IANA time zone. Default: the time zone of the specialist' }),
    status: Type.Enum([...STATUSES], { readOnly: true }),
    price: Type.Optional({ ...money(), description: 'Set by the service or the quote; any other price is refused' }),
    currency: Type.String({ readOnly: true }),
    quote_id: Type.Optional(
      Type.String({ format: 'uuid', title: 'Quote', description: 'Can only be set when the booking is created' }),
    ),
    series_id: Type.Optional(
      Type.Integer({ readOnly: true, title: 'Part of series', description: 'The series that the booking belongs to' }),
    ),
    notes: Type.Optional(Type.String({ maxLength: 2000 })),
    busy_from: instant('When the specialist is busy, buffers included'),
    busy_until: instant(),
    slot: Type.String({ readOnly: true, description: 'The same for all bookings of a slot' }),
    seat: Type.Integer({ readOnly: true, description: 'The place within the slot, from 1 up to the capacity' }),
    expires_at: Type.Optional(instant('A pending booking expires at this time')),
    cancelled_by: Type.Optional(Type.Enum(['client', 'practice'], { readOnly: true })),
    cancel_reason: Type.Optional(Type.String({ readOnly: true, maxLength: 500 })),
    cancel_fee: Type.Optional({ ...money(), readOnly: true }),
    created_at: instant(),
    updated_at: Type.Optional(instant()),
  },
  { title: 'Booking' },
)

/** A stored booking always has an end, a zone and a price. */
export type Booking = Static<typeof Booking> & Required<Pick<Static<typeof Booking>, 'ends_at' | 'zone' | 'price'>>
