import type { PluginContext } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { HOUR } from '../time/span.ts'
import type { MailKind } from './mail.ts'
import { sendMail } from './send-mail.ts'

/** The job that sends an e-mail. */
const MAIL = 'mail'

/** Ten attempts take about six hours. */
const TRIES = 10

/** How long the first e-mail of a series waits, so that all dates go into one e-mail. In milliseconds. */
const SERIES_PAUSE = 2_000

/** The job that reminds of a booking `reminder_hours` before its start. */
const REMIND = 'remind'

/** Registers the handlers that e-mail clients about their bookings. All of them can safely run twice. */
export function handleMails(context: PluginContext<Settings>) {
  const { events, jobs } = context
  for (const kind of ['confirmed', 'rescheduled', 'cancelled'] as const)
    events.on<{ id: number }>(`booking.${kind}`, async ({ id: occasion, payload }) => {
      await planMail({ booking_id: payload.id, kind, occasion: `${kind}/${occasion}` }, context)
      if (kind !== 'cancelled') await planReminder(payload.id, context)
    })
  jobs.handle<{ id: number }>(MAIL, ({ payload }) => sendMail(payload.id, context))
  jobs.handle<Reminder>(REMIND, ({ payload }) => remind(payload, context))
}

/** An e-mail to be sent. */
interface PlannedMail {
  readonly booking_id: number
  readonly kind: MailKind
  /** Unique for each event, so that nobody is told about it twice. */
  readonly occasion: string
}

/** Stores an e-mail and the job that sends it, unless it has already been stored. */
async function planMail(
  { booking_id, kind, occasion }: PlannedMail,
  { db, jobs, settings }: PluginContext<Settings>,
): Promise<void> {
  if (settings.mail_transport === 'none') return
  await db.transaction(async () => {
    const row = { booking_id, kind, occasion, status: 'waiting', created_at: new Date().toISOString(), version: 1 }
    const written: { id: number }[] = await db('booking_mails')
      .insert(row)
      .onConflict('occasion')
      .ignore()
      .returning('id')
    const [mail] = written
    if (mail === undefined) return
    const booking: { series_id: number | null } | undefined = await db('booking_bookings')
      .where({ id: booking_id })
      .first('series_id')
    const pause = booking?.series_id == null ? 0 : SERIES_PAUSE
    await jobs.add(MAIL, { id: mail.id }, { run_at: new Date(Date.now() + pause), attempts: TRIES })
  })
}

/** The booking to remind of, with its start at the time of planning. */
interface Reminder {
  readonly id: number
  readonly starts_at: string
}

interface BookingRow extends Reminder {
  readonly status: string
}

/** Plans the reminder of a confirmed booking, unless it would be due already: then the confirmation has just been sent. */
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
