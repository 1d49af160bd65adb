import { type Knex, scoped_rows, type Static, Type } from '@atrium/sdk'
import { RELEASED } from '../booking-status.ts'
import { Specialist as SpecialistRecord } from '../catalog/catalog-records.ts'
import { reference } from '../catalog/reference.ts'
import type { Settings } from '../settings.ts'
import { DAY, type Span, utcDate } from '../time/span.ts'
import { daySpan, type ZoneClock } from '../time/zone-clock.ts'
import { seenBookings } from './booking-table.ts'
import type { Booking } from './booking.ts'

/** One day of the agenda: the bookings of each specialist. */
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
            client_id: Type.Optional(Type.Integer()),
            service_id: Type.Optional(Type.Integer()),
            location_id: Type.Optional(Type.Integer()),
            status: Type.String(),
            starts_at: Type.String({ format: 'date-time' }),
            ends_at: Type.String({ format: 'date-time' }),
            local_start: Type.String({ description: 'In the requested time zone, with its offset' }),
            local_end: Type.String(),
          }),
        ),
      }),
    ),
  },
  { title: 'AgendaDay' },
)
export type AgendaDay = Static<typeof AgendaDay>

/** The days, zone and specialist of an agenda. */
export const AgendaQuery = Type.Object({
  from: Type.String({ format: 'date', description: 'The first day, in `zone`' }),
  to: Type.String({ format: 'date', description: 'The last day; at most 62 days' }),
  zone: Type.Optional(Type.String({ description: 'IANA time zone. Default: the time zone of the practice' })),
  specialist_id: Type.Optional(reference('Specialist', 'Default: all specialists')),
})
export type AgendaQuery = Static<typeof AgendaQuery>

/** How many bookings start on a day. */
export const AgendaCount = Type.Object(
  { day: Type.String({ format: 'date' }), count: Type.Integer() },
  { title: 'AgendaCount' },
)
export type AgendaCount = Static<typeof AgendaCount>

type Specialist = AgendaDay['specialists'][number]

/**
 * The agenda of a range of days. A booking appears on the day on which it starts in the requested zone, if the caller sees its times, its
 * status and its specialist.
 * @throws ApiError 400 for an unknown zone or an invalid range
 */
export async function readAgenda(db: Knex, query: AgendaQuery, settings: Settings): Promise<AgendaDay[]> {
  const { days, span, clock } = daySpan(query, query.zone ?? settings.zone)
  const bookings = (await withinSpan(db, query, span)
    .whereNotNull('ends_at')
    .whereNotNull('specialist_id')
    .orderBy(['starts_at', 'id'])) as AgendaBooking[]
  const names = await namesOf(db, bookings)
  const agenda = new Map(daysFrom(days.from, days.to).map((day) => [day, new Map<number, Specialist>()]))
  for (const booking of bookings) {
    const specialists = agenda.get(clock.dayOf(Date.parse(booking.starts_at)))
    const { specialist_id } = booking
    const name = names.get(specialist_id) ?? ''
    const specialist = specialists?.get(specialist_id) ?? { specialist_id, name, bookings: [] }
    specialist.bookings.push(entryOf(booking, clock))
    specialists?.set(specialist_id, specialist)
  }
  return [...agenda].map(([day, specialists]) => ({ day, specialists: [...specialists.values()] }))
}

/**
 * Counts the bookings of each day that the caller may see, on the day on which they start in the requested zone.
 * @throws ApiError 400 for an unknown zone or an invalid range
 */
export async function countAgenda(db: Knex, query: AgendaQuery, settings: Settings): Promise<AgendaCount[]> {
  const { days, span, clock } = daySpan(query, query.zone ?? settings.zone)
  const starts = await withinSpan(db, query, span).select<{ starts_at: string }[]>('starts_at')
  const counts = new Map(daysFrom(days.from, days.to).map((day) => [day, 0]))
  for (const { starts_at } of starts) {
    const day = clock.dayOf(Date.parse(starts_at))
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].map(([day, count]) => ({ day, count }))
}

type AgendaBooking = Booking & { readonly ends_at: string }

/** The bookings that take place and start within a span, filtered by the fields that the caller sees. */
function withinSpan(db: Knex, { specialist_id }: AgendaQuery, { from, until }: Span): Knex.QueryBuilder {
  const rows = seenBookings(db)
    .whereNotIn('status', [...RELEASED])
    .where('starts_at', '>=', new Date(from).toISOString())
    .where('starts_at', '<', new Date(until).toISOString())
  return specialist_id === undefined ? rows : rows.where({ specialist_id })
}

/** The names of the specialists that the caller may see. */
async function namesOf(db: Knex, bookings: readonly Booking[]): Promise<Map<number, string>> {
  const ids = [...new Set(bookings.map(({ specialist_id }) => specialist_id))]
  const rows = await scoped_rows(db, 'booking_specialists', SpecialistRecord)
    .whereIn('id', ids)
    .select<{ id: number; name: string | null }[]>('id', 'name')
  return new Map(rows.map(({ id, name }) => [id, name ?? '']))
}

function entryOf(booking: AgendaBooking, clock: ZoneClock): Specialist['bookings'][number] {
  const { id, client_id, service_id, location_id, status, starts_at, ends_at } = booking
  const local_start = clock.textOf(Date.parse(starts_at))
  const local_end = clock.textOf(Date.parse(ends_at))
  const named = Object.entries({ client_id, service_id, location_id }).filter(([, value]) => value !== null)
  return { id, ...Object.fromEntries(named), status, starts_at, ends_at, local_start, local_end }
}

function daysFrom(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = Date.parse(from); day <= Date.parse(to); day += DAY) days.push(utcDate(day))
  return days
}
