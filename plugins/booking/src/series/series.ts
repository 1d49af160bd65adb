import { type Knex, type Static, table_store, Type } from '@atrium/sdk'
import { reference } from '../catalog/reference.ts'

const instant = (description?: string) =>
  Type.String({ format: 'date-time', readOnly: true, ...(description && { description }) })

/** Bookings of a client with one specialist that were made together, by a rule. */
export const Series = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    client_id: reference('Client'),
    service_id: reference('Service'),
    specialist_id: reference('Specialist'),
    starts_at: Type.String({
      format: 'date-time',
      title: 'First date',
      description: 'An instant. The dates after it keep its wall time in the zone of the specialist',
    }),
    rrule: Type.String({
      format: 'rrule',
      minLength: 1,
      maxLength: 200,
      title: 'Rule',
      description:
        'RFC 5545, daily, weekly or monthly, with COUNT or UNTIL: FREQ=WEEKLY;COUNT=10. At most 104 dates within three years',
    }),
    mode: Type.Enum(['all', 'fitting'], {
      default: 'all',
      description: '`all` books every date or none; `fitting` books those that fit and names the others',
    }),
    notes: Type.Optional(Type.String({ maxLength: 2000, description: 'For each of the bookings' })),
    zone: Type.String({ readOnly: true, title: 'Time zone' }),
    created_at: instant(),
  },
  { title: 'Series' },
)
export type Series = Static<typeof Series>

/** What somebody sends to book a series. */
export const SeriesRequest = Type.Object(
  {
    ...Type.Pick(Series, ['client_id', 'service_id', 'specialist_id', 'starts_at', 'rrule', 'mode', 'notes'])
      .properties,
    quote_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'Of a quote for at least as many bookings as are made' }),
    ),
  },
  { title: 'SeriesRequest', additionalProperties: false },
)
export type SeriesRequest = Static<typeof SeriesRequest>

const local_start = Type.String({ description: 'Wall time in the zone of the specialist: 2027-03-28T02:30:00' })

/** A date that was booked, or would be. */
export const SeriesFit = Type.Object({
  local_start,
  starts_at: Type.String({ format: 'date-time' }),
  ends_at: Type.String({ format: 'date-time' }),
  price: Type.Integer({ description: 'In minor units' }),
  booking_id: Type.Optional(Type.Integer({ description: 'Of the booking that was made' })),
})
export type SeriesFit = Static<typeof SeriesFit>

/** A date that does not fit, and why. */
export const SeriesConflict = Type.Object({
  local_start,
  reason: Type.Enum(['slot_taken', 'hours', 'wall_time'], {
    description:
      '`slot_taken`: somebody else has it. `hours`: the specialist is not there. `wall_time`: clocks leave it out',
  }),
  pointer: Type.String({
    description: 'What in the request made the date: the first is `/starts_at`, others `/rrule`',
  }),
  message: Type.String(),
})
export type SeriesConflict = Static<typeof SeriesConflict>

/** What became of a series. */
export const SeriesOutcome = Type.Object(
  {
    id: Type.Optional(Type.Integer({ description: 'Of the series; none in a dry run' })),
    zone: Type.String({ description: 'Of the specialist, IANA' }),
    total: Type.Integer({ description: 'What the dates that fit cost together, in minor units' }),
    currency: Type.String(),
    fits: Type.Array(SeriesFit),
    conflicts: Type.Array(SeriesConflict),
  },
  { title: 'SeriesOutcome' },
)
export type SeriesOutcome = Static<typeof SeriesOutcome>

/** All series that were booked. */
export const seriesTable = (db: Knex) =>
  table_store(db, 'booking_series', Series, {
    sort: ['starts_at', 'created_at'],
    filter: ['client_id', 'service_id', 'specialist_id', 'starts_at', 'created_at'],
    search: ['notes'],
  })
