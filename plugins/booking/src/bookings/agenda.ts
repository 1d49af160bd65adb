import { type Knex, type ListFilter, scoped_rows, type Static, Type } from '@atrium/sdk'
import { RELEASED } from '../booking-status.ts'
import { reference } from '../catalog/reference.ts'
import type { Settings } from '../settings.ts'
import { DAY, utcDate } from '../time/span.ts'
import { daySpan, type ZoneClock } from '../time/zone-clock.ts'
import { allBookings } from './booking-table.ts'
import { Booking } from './booking.ts'

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
            client_id: Type.Integer(),
            service_id: Type.Integer(),
            location_id: Type.Integer(),
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
 * The agenda of a range of days. A booking appears on the day it starts on in the requested zone.
 * @throws ApiError 400 for an unknown zone or an invalid range
 */
export async function readAgenda(db: Knex, query: AgendaQuery, settings: Settings): Promise<AgendaDay[]> {
  const { days, span, clock } = daySpan(query, query.zone ?? settings.zone)
  const bookings = await allBookings(db, filtersOf(query, span))
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
 * Counts the bookings of each day that the caller may see, on the day they start on in the requested zone.
 * @throws ApiError 400 for an unknown zone or an invalid range
 */
export async function countAgenda(db: Knex, query: AgendaQuery, settings: Settings): Promise<AgendaCount[]> {
  const { days, span, clock } = daySpan(query, query.zone ?? settings.zone)
  const rows = scoped_rows(db, 'booking_bookings', Booking)
    .whereNotIn('status', [...RELEASED])
    .where('starts_at', '>=', new Date(span.from).toISOString())
    .where('starts_at', '<', new Date(span.until).toISOString())
  if (query.specialist_id !== undefined) rows.where({ specialist_id: query.specialist_id })
  const starts = await rows.select<{ starts_at: string }[]>('starts_at')
  const counts = new Map(daysFrom(days.from, days.to).map((day) => [day, 0]))
  for (const { starts_at } of starts) {
    const day = clock.dayOf(Date.parse(starts_at))
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].map(([day, count]) => ({ day, count }))
}

function filtersOf({ specialist_id }: AgendaQuery, { from, until }: { from: number; until: number }): ListFilter[] {
  return [
    { field: 'starts_at', comparison: 'gte', values: [new Date(from).toISOString()] },
    { field: 'starts_at', comparison: 'lte', values: [new Date(until - 1).toISOString()] },
    { field: 'status', comparison: 'ne', values: [...RELEASED] },
    ...(specialist_id === undefined
      ? []
      : [{ field: 'specialist_id', comparison: 'eq', values: [specialist_id] } as const]),
  ]
}

async function namesOf(db: Knex, bookings: readonly Booking[]): Promise<Map<number, string>> {
  const ids = [...new Set(bookings.map(({ specialist_id }) => specialist_id))]
  const rows: { id: number; name: string }[] = await db('booking_specialists').whereIn('id', ids).select('id', 'name')
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function entryOf(booking: Booking, clock: ZoneClock): Specialist['bookings'][number] {
  const { id, client_id, service_id, location_id, status, starts_at, ends_at } = booking
  const local_start = clock.textOf(Date.parse(starts_at))
  const local_end = clock.textOf(Date.parse(ends_at))
  return { id, client_id, service_id, location_id, status, starts_at, ends_at, local_start, local_end }
}

function daysFrom(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = Date.parse(from); day <= Date.parse(to); day += DAY) days.push(utcDate(day))
  return days
}
