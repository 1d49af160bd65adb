import type { PluginContext } from '@atrium/sdk'
import type { Booking } from './booking.ts'

/** What a specialist is told of: nothing that they do themselves, and nothing that happens at the appointment. */
const TITLES = {
  created: 'New booking',
  rescheduled: 'Booking moved',
  cancelled: 'Booking cancelled',
  expired: 'Booking expired',
  reopened: 'Booking stands again',
  reassigned: 'Booking given to somebody else',
} as const

type Told = keyof typeof TITLES

/** Whether a specialist is told of it. */
export const isTold = (happening: string): happening is Told => happening in TITLES

/**
 * Notifies the people to whom the specialist of a booking is assigned, except whoever makes the change, in its transaction. The latest
 * news of a booking replaces the earlier; the dates of a new series are one notification. It names no client.
 */
export async function notifySpecialist(
  { db, notifications }: Pick<PluginContext, 'db' | 'notifications'>,
  happening: Told,
  { id, series_id, service_id, specialist_id, starts_at, zone }: Booking,
): Promise<void> {
  const service: { name: string } | undefined = await db('booking_services').where({ id: service_id }).first('name')
  const isOfNewSeries = series_id !== undefined && happening === 'created'
  await notifications.send({
    to: { permission: 'booking.bookings.view', attributes: { specialist_id } },
    title: `${TITLES[happening]}: ${service?.name ?? ''}`,
    body: isOfNewSeries ? `${timeOf(starts_at, zone)}, the latest of a series` : timeOf(starts_at, zone),
    link: `/operations/bookings/${id}`,
    key: isOfNewSeries ? `series/${series_id}` : `booking/${id}`,
  })
}

/** `On Monday, 30 November 2026 at 10:30`, in the zone of the booking. The translations rely on this order. */
function timeOf(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, ...WRITTEN }).formatToParts(new Date(instant))
  const { weekday, day, month, year, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `On ${weekday}, ${day} ${month} ${year} at ${hour}:${minute}`
}

const WRITTEN: Intl.DateTimeFormatOptions = {
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
}
