import { type Knex, type ListFilter, type PluginContext, type RecordId, type Static, Type } from '@atrium/sdk'
import { allBookings } from '../bookings/booking-table.ts'
import type { BookingStatus } from '../booking-status.ts'
import type { Booking } from '../bookings/booking.ts'
import { cancelBooking, Cancellation, changeStatus } from '../bookings/change-status.ts'
import type { Settings } from '../settings.ts'
import { DAY } from '../time/span.ts'
import { zoneClock } from '../time/zone-clock.ts'
import { seriesTable } from './series.ts'
import type { Series } from './series.ts'

/** From when on, by whom and why. */
export const SeriesCancellation = Type.Object({
  ...Cancellation.properties,
  from: Type.Optional(
    Type.String({
      format: 'date',
      description: 'The first day whose bookings are cancelled, in the zone of the series. Default: all to come',
    }),
  ),
})
export type SeriesCancellation = Static<typeof SeriesCancellation>

/**
 * Cancels what is to come of a series, all or nothing; what is past, or over already, is left alone.
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

/** Confirms what waits of a series. @throws ApiError 404 */
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
 * The ids of bookings, as far as the caller may see them and they still suit when all of them are locked, the lowest first, as
 * whoever changes several does.
 */
async function lockedIds(db: Knex, filters: readonly ListFilter[]): Promise<number[]> {
  const ids = (await allBookings(db, filters)).map(({ id }) => id)
  await db('booking_bookings').whereIn('id', ids).orderBy('id').select('id').forUpdate()
  return (await allBookings(db, filters)).map(({ id }) => id).filter((id) => ids.includes(id))
}
