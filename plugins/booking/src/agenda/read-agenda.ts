import type { Knex, ListFilter } from '@atrium/sdk'
import { allBookings } from '../bookings/all-bookings.ts'
import { type Booking, RELEASED } from '../bookings/booking.ts'
import type { Settings } from '../settings.ts'
import { daySpan } from '../slots/day-span.ts'
import { DAY } from '../slots/span.ts'
import type { ZoneClock } from '../slots/zone-clock.ts'
import type { AgendaDay, AgendaQuery } from './agenda-day.ts'

type Specialist = AgendaDay['specialists'][number]

/**
 * The calendar from one day to another, each day with who has bookings on it. A booking stands on the day on which it begins in the
 * zone asked for. @throws ApiError 400 for a zone or a range that cannot be
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
  for (let day = Date.parse(from); day <= Date.parse(to); day += DAY)
    days.push(new Date(day).toISOString().slice(0, 10))
  return days
}
