import { type Knex, type ListFilter, type PluginContext, type RecordId, type Static, Type } from '@atrium/sdk'
import type { BookingStatus } from '../booking-status.ts'
import { allBookings } from '../bookings/booking-table.ts'
import type { Booking } from '../bookings/booking.ts'
import { cancelBooking, Cancellation, changeStatus } from '../bookings/change-status.ts'
import type { Settings } from '../settings.ts'
import { DAY } from '../time/span.ts'
import { zoneClock } from '../time/zone-clock.ts'
import { type Series, seriesTable } from './series.ts'

/** Who cancels a series, why, and from which day on. */
export const SeriesCancellation = Type.Object({
  ...Cancellation.properties,
  from: Type.Optional(
    Type.String({
      format: 'date',
      description: 'The first day to cancel, in the time zone of the series. Default: all upcoming bookings',
    }),
  ),
})
export type SeriesCancellation = Static<typeof SeriesCancellation>

/**
 * Cancels the upcoming bookings of a series, all or none. Past and closed bookings stay as they are.
 * @throws ApiError 404
 */
export async function cancelSeries(
  id: RecordId,
  { from, ...cancellation }: SeriesCancellation,
  context: PluginContext<Settings>,
): Promise<Booking[]> {
  const series = await seriesTable(context.db).get(id)
  const since = Math.max(Date.now(), from === undefined ? 0 : beginningOf(from, series))
  const ids = await lockedIds(context.db, filtersOf(series, ['pending', 'confirmed'], since))
  const cancelled: Booking[] = []
  for (const each of ids) cancelled.push(await cancelBooking(each, cancellation, context))
  return cancelled
}

/** Confirms the pending bookings of a series. @throws ApiError 404 */
export async function confirmSeries(id: RecordId, context: PluginContext<Settings>): Promise<Booking[]> {
  const series = await seriesTable(context.db).get(id)
  const confirmed: Booking[] = []
  for (const each of await lockedIds(context.db, filtersOf(series, ['pending'])))
    confirmed.push(await changeStatus(each, { to: 'confirmed' }, context))
  return confirmed
}

function beginningOf(day: string, { zone }: Series): number {
  const midnight = Date.parse(day)
  return zoneClock(zone, { from: midnight, until: midnight + DAY }).instantOf(day, '00:00')
}

function filtersOf({ id }: Series, statuses: readonly BookingStatus[], since?: number): ListFilter[] {
  return [
    { field: 'series_id', comparison: 'eq', values: [id] },
    { field: 'status', comparison: 'eq', values: statuses },
    ...(since === undefined
      ? []
      : [{ field: 'starts_at', comparison: 'gte', values: [new Date(since).toISOString()] } as const]),
  ]
}

/**
 * Locks the matching bookings that the caller may see, in order of their ids to avoid deadlocks. Returns the ids that still match once
 * they are locked.
 */
async function lockedIds(db: Knex, filters: readonly ListFilter[]): Promise<number[]> {
  const ids = (await allBookings(db, filters)).map(({ id }) => id)
  await db('booking_bookings').whereIn('id', ids).orderBy('id').select('id').forUpdate()
  return (await allBookings(db, filters)).map(({ id }) => id).filter((id) => ids.includes(id))
}
