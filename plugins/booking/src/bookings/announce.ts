import { randomUUID } from 'node:crypto'
import type { PluginContext } from '@atrium/sdk'
import type { BookingStatus } from '../booking-status.ts'
import type { Settings } from '../settings.ts'
import type { Booking } from './booking.ts'
import { isTold, notifySpecialist } from './notify-specialist.ts'

/** The kinds of e-mails to clients. */
export const MAIL_KINDS = ['confirmed', 'rescheduled', 'cancelled', 'reinstated', 'unconfirmed', 'reminder'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

type Happening = Exclude<BookingStatus, 'pending'> | 'created' | 'rescheduled' | 'reopened'

/**
 * Informs other plugins about an event of a booking, its specialist by a notification, and the client by e-mail, in the transaction of the
 * change. The event contains only ids, no personal data.
 * @param options.mail the e-mail, null for none. Default: the one with the name of the event, if there is one
 */
export async function announce(
  context: Pick<PluginContext<Settings>, 'db' | 'events' | 'jobs' | 'notifications' | 'settings'>,
  happening: Happening,
  booking: Booking,
  { mail = MAIL_KINDS.find((each) => each === happening) ?? null }: { mail?: MailKind | null } = {},
): Promise<void> {
  const { id, client_id, specialist_id, service_id } = booking
  await context.events.emit(`booking.${happening}`, { id, client_id, specialist_id, service_id })
  if (isTold(happening)) await notifySpecialist(context, happening, booking)
  if (mail !== null) await planMail({ booking_id: id, kind: mail, occasion: `${mail}/${randomUUID()}` }, context)
}

/** The job that sends an e-mail. */
export const MAIL = 'mail'

/** Ten attempts take about six hours. */
export const MAIL_TRIES = 10

/** Milliseconds for which the first e-mail of a series waits, so that all dates go into one e-mail. */
export const SERIES_PAUSE = 2_000

/** An e-mail to be sent. */
interface PlannedMail {
  readonly booking_id: number
  readonly kind: MailKind
  /** Unique for each occasion, so that nobody gets the same e-mail twice. */
  readonly occasion: string
}

/**
 * Stores an e-mail and the job that sends it, once the change can no longer be undone from its toast. Does nothing if it is already stored.
 */
export async function planMail(
  { booking_id, kind, occasion }: PlannedMail,
  { db, jobs, settings }: Pick<PluginContext<Settings>, 'db' | 'jobs' | 'settings'>,
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
    const options = { run_at: new Date(Date.now() + pause), attempts: MAIL_TRIES, after_undo: true }
    await jobs.add(MAIL, { id: mail.id }, options)
  })
}
