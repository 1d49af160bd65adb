import type { PluginContext } from '@atrium/sdk'
import { MAIL, planMail } from '../bookings/announce.ts'
import type { Settings } from '../settings.ts'
import { HOUR } from '../time/span.ts'
import { dropMail, sendMail } from './send-mail.ts'

/** The job that sends a reminder of a booking `reminder_hours` before its start. */
const REMIND = 'remind'

/** Registers the handlers that e-mail clients about their bookings. All of them can safely run twice. */
export function handleMails(context: PluginContext<Settings>) {
  const { events, jobs } = context
  for (const kind of ['confirmed', 'rescheduled'] as const)
    events.on<{ id: number }>(`booking.${kind}`, ({ payload }) => planReminder(payload.id, context))
  jobs.handle<{ id: number }>(MAIL, (job) => sendMail(job, context), {
    title: 'Booking e-mail',
    undone: ({ payload }) => dropMail(payload.id, context),
  })
  jobs.handle<Reminder>(REMIND, ({ payload }) => remind(payload, context), { title: 'Booking reminder' })
}

/** The booking of the reminder, with its start at the time of planning. */
interface Reminder {
  readonly id: number
  readonly starts_at: string
}

interface BookingRow extends Reminder {
  readonly status: string
}

/** Plans the reminder of a confirmed booking, unless it would already be due: the confirmation has then just been sent. */
async function planReminder(id: number, { db, jobs, settings }: PluginContext<Settings>): Promise<void> {
  const booking = await confirmedBooking(id, db)
  if (booking === undefined || settings.reminder_hours === 0) return
  const { starts_at } = booking
  const run_at = new Date(Date.parse(starts_at) - settings.reminder_hours * HOUR)
  if (run_at.getTime() <= Date.now()) return
  await jobs.add(REMIND, { id, starts_at }, { run_at, key: `${id}/${starts_at}` })
}

/** Stores the reminder, unless the booking has been moved or cancelled, or has started. */
async function remind({ id, starts_at }: Reminder, context: PluginContext<Settings>): Promise<void> {
  const booking = await confirmedBooking(id, context.db)
  if (booking?.starts_at !== starts_at || Date.parse(starts_at) <= Date.now()) return
  await planMail({ booking_id: id, kind: 'reminder', occasion: `reminder/${id}/${starts_at}` }, context)
}

const confirmedBooking = (id: number, db: PluginContext['db']): Promise<BookingRow | undefined> =>
  db('booking_bookings').where({ id, status: 'confirmed' }).first('id', 'starts_at', 'status')
