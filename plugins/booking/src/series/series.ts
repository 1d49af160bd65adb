import { type Knex, type Static, table_store, Type } from '@atrium/sdk'
import { Booking } from '../bookings/booking.ts'
import { reference } from '../catalog/reference.ts'

const instant = (description?: string) =>
  Type.String({ format: 'date-time', readOnly: true, ...(description && { description }) })

/** Bookings of one client with one specialist, made together by a recurrence rule. */
export const Series = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    client_id: reference('Client'),
    service_id: reference('Service'),
    specialist_id: reference('Specialist'),
    starts_at: Type.String({
      format: 'date-time',
      title: 'First date',
      description: 'All later dates have the same local time in the time zone of the specialist',
    }),
    rrule: Type.String({
      format: 'rrule',
      minLength: 1,
      maxLength: 200,
      title: 'Repeats',
      description:
        'A daily, weekly or monthly rule (RFC 5545) with COUNT or UNTIL: FREQ=WEEKLY;COUNT=10. At most 104 dates within three years',
    }),
    mode: Type.Enum(['all', 'fitting'], {
      default: 'all',
      description: '`all` books every date or none; `fitting` books the available dates and lists the others',
    }),
    notes: Type.Optional(Type.String({ maxLength: 2000, description: 'Copied to each booking' })),
    zone: Type.String({ readOnly: true, format: 'time-zone', title: 'Time zone' }),
    created_at: instant(),
  },
  { title: 'Series' },
)
export type Series = Static<typeof Series>

/** The body of a request to book a series. */
export const SeriesRequest = Type.Object(
  {
    ...Type.Pick(Series, ['client_id', 'service_id', 'specialist_id', 'starts_at', 'rrule', 'mode', 'notes'])
      .properties,
    quote_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'A quote for at least as many bookings as the series makes' }),
    ),
  },
  { title: 'SeriesRequest', additionalProperties: false },
)
export type SeriesRequest = Static<typeof SeriesRequest>

const local_start = Type.String({ description: 'Local time in the time zone of the specialist: 2027-03-28T02:30:00' })

/** A date that was booked, or would be in a dry run. */
export const SeriesFit = Type.Object({
  local_start,
  starts_at: Type.String({ format: 'date-time' }),
  ends_at: Type.String({ format: 'date-time' }),
  // The booking's own field, so that a role that hides it there hides it here, too.
  price: Booking.properties.price,
  booking_id: Type.Optional(Type.Integer({ description: 'The booking that was made; none in a dry run' })),
})
export type SeriesFit = Static<typeof SeriesFit>

/** A date that is not available, and why. */
export const SeriesConflict = Type.Object({
  local_start,
  reason: Type.Enum(['slot_taken', 'hours', 'wall_time'], {
    description:
      '`slot_taken`: already booked. `hours`: the specialist is not available. `wall_time`: the clock change skips this time',
  }),
  pointer: Type.String({
    description:
      'The part of the request that the date comes from: `/starts_at` for the first, `/rrule` for the others',
  }),
  message: Type.String(),
})
export type SeriesConflict = Static<typeof SeriesConflict>

/** The outcome of booking a series. */
export const SeriesOutcome = Type.Object(
  {
    id: Type.Optional(Type.Integer({ description: 'The id of the series; none in a dry run' })),
    zone: Type.String({ description: 'IANA time zone of the specialist' }),
    total: Type.Optional(
      Type.Integer({
        description: 'The total price of the booked dates, in minor units; missing if a role hides one of the prices',
      }),
    ),
    currency: Type.String(),
    fits: Type.Array(SeriesFit),
    conflicts: Type.Array(SeriesConflict),
  },
  { title: 'SeriesOutcome' },
)
export type SeriesOutcome = Static<typeof SeriesOutcome>

/** The table of series. */
export const seriesTable = (db: Knex) =>
  table_store(db, 'booking_series', Series, {
    sort: ['starts_at', 'created_at'],
    filter: ['client_id', 'service_id', 'specialist_id', 'starts_at', 'created_at'],
    search: ['notes'],
  })
