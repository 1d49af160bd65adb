import type { PluginContext } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { HOUR } from '../slots/span.ts'
import { planMail } from './plan-mail.ts'

/** The job that comes some hours before a booking. */
export const REMIND = 'remind'

/** Which booking is reminded of, as it was when that was planned. */
export interface Reminder {
  readonly id: number
  readonly starts_at: string
}

interface BookingRow extends Reminder {
  readonly status: string
}

/** Plans the reminder of a confirmed booking. One that begins sooner than reminders come has just been written about. */
export async function planReminder(id: number, { db, jobs, settings }: PluginContext<Settings>): Promise<void> {
  const booking = await confirmedBooking(id, db)
  if (booking === undefined || settings.reminder_hours === 0) return
  const { starts_at } = booking
  const run_at = new Date(Date.parse(starts_at) - settings.reminder_hours * HOUR)
  if (run_at.getTime() <= Date.now()) return
  await jobs.add(REMIND, { id, starts_at }, { run_at, key: `${id}/${starts_at}` })
}

/** Writes the reminder, unless the booking was moved or cancelled since, or has begun. */
export async function remind({ id, starts_at }: Reminder, context: PluginContext<Settings>): Promise<void> {
  const booking = await confirmedBooking(id, context.db)
  if (booking?.starts_at !== starts_at || Date.parse(starts_at) <= Date.now()) return
  await planMail({ booking_id: id, kind: 'reminder', occasion: `reminder/${id}/${starts_at}` }, context)
}

const confirmedBooking = (id: number, db: PluginContext['db']): Promise<BookingRow | undefined> =>
  db('booking_bookings').where({ id, status: 'confirmed' }).first('id', 'starts_at', 'status')
