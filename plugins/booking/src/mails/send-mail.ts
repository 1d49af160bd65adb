import type { PluginContext } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { MAIL, MAIL_TRIES } from '../bookings/announce.ts'
import { type ClaimedMail, claimMails } from './claim-mails.ts'
import { deliver, isRefused } from './deliver.ts'
import { type MailBooking, readMailBookings, recipientOf } from './mail-sources.ts'
import { writeMail } from './write-mail.ts'

type Context = PluginContext<Settings>

/** The statuses in which an e-mail of each kind is still true. A later change has an e-mail of its own. */
const TOLD_IN: Readonly<Record<ClaimedMail['kind'], readonly string[]>> = {
  confirmed: ['confirmed', 'completed', 'no_show'],
  rescheduled: ['confirmed'],
  cancelled: ['cancelled'],
  reminder: ['confirmed'],
}

/**
 * Sends an e-mail together with the others it claims. E-mails that have been sent are not sent again. It waits for a later one about the
 * booking that may still be dropped, because it would tell what that one tells.
 */
export async function sendMail(id: number, context: Context): Promise<void> {
  if (await waitsForLater(id, context)) return
  const claimed = await claimMails(id, context.db)
  const { mails, bookings } = await worthTelling(claimed, context)
  const [lead] = mails
  const [booking] = bookings
  if (lead === undefined || booking === undefined) return
  const to = await recipientOf(booking.client_id, context)
  if (to === undefined) {
    context.log.info('No e-mail was sent, because the client has no address.', { client_id: booking.client_id })
    return finish(mails, { status: 'skipped', reason: 'The client has no e-mail address' }, context)
  }
  await dispatch({ id, mails, mail: writeMail(lead.kind, bookings, to) }, context)
}

async function worthTelling(claimed: readonly ClaimedMail[], context: Context) {
  const bookings = await readMailBookings(
    claimed.map(({ booking_id }) => booking_id),
    context.db,
  )
  const mails: ClaimedMail[] = []
  const outdated: ClaimedMail[] = []
  for (const mail of claimed) {
    const booking = bookings.find((each) => each.id === mail.booking_id)
    const isDue =
      booking !== undefined && TOLD_IN[mail.kind].includes(booking.status) && !(await isFollowed(mail, context))
    if (isDue) mails.push(mail)
    else outdated.push(mail)
  }
  if (outdated.length > 0)
    await finish(outdated, { status: 'skipped', reason: 'The booking has changed in the meantime' }, context)
  const told = new Set(mails.map(({ booking_id }) => booking_id))
  return { mails, bookings: bookings.filter((booking: MailBooking) => told.has(booking.id)) }
}

/** Leaves an e-mail to the end of the latest one about its booking that waits. Reminders wait for nothing, and nothing for them. */
function waitsForLater(id: number, { db }: Context): Promise<boolean> {
  return db.transaction(async () => {
    const mail: { booking_id: number } | undefined = await db('booking_mails')
      .where({ id, status: 'waiting' })
      .whereNot({ kind: 'reminder' })
      .first('booking_id')
    if (mail === undefined) return false
    const later: { id: number } | undefined = await db('booking_mails')
      .where({ booking_id: mail.booking_id, status: 'waiting' })
      .whereNot({ kind: 'reminder' })
      .where('id', '>', id)
      .orderBy('id', 'desc')
      .forUpdate()
      .first('id')
    if (later === undefined) return false
    await db('booking_mails').where({ id }).update({ lead_id: later.id })
    return true
  })
}

/** Sends the e-mails that have waited for the end of these. */
async function sendEarlier(ids: readonly number[], { db, jobs }: Context): Promise<void> {
  const earlier: number[] = await db('booking_mails as mail')
    .join('booking_mails as later', (join) =>
      join
        .on('later.id', 'mail.lead_id')
        .andOn('later.booking_id', 'mail.booking_id')
        .andOn('later.id', '>', 'mail.id'),
    )
    .whereIn('later.id', ids)
    .where('mail.status', 'waiting')
    .pluck('mail.id')
  await db('booking_mails').whereIn('id', earlier).update({ lead_id: null })
  for (const id of earlier) await jobs.add(MAIL, { id }, { attempts: MAIL_TRIES })
}

/** Notes that an e-mail is not sent, because its change was undone before anybody was told. */
export async function dropMail(id: number, context: Context): Promise<void> {
  const mails: ClaimedMail[] = await context.db('booking_mails').where({ id, status: 'waiting' }).select('id')
  await finish(mails, { status: 'dropped', reason: 'The change was undone before the client was told' }, context)
}

/** Whether a later move has an e-mail, which would name the same time. */
async function isFollowed({ id, booking_id, kind }: ClaimedMail, { db }: Context): Promise<boolean> {
  if (kind !== 'rescheduled') return false
  const later: unknown = await db('booking_mails')
    .where({ booking_id, kind })
    .where('id', '>', id)
    .whereNot({ status: 'dropped' })
    .first('id')
  return later !== undefined
}

interface Dispatch {
  /** The id of the e-mail whose job this is; part of the Message-ID. */
  readonly id: number
  readonly mails: readonly ClaimedMail[]
  readonly mail: ReturnType<typeof writeMail>
}

async function dispatch({ id, mails, mail }: Dispatch, context: Context): Promise<void> {
  const domain = context.settings.mail_from.split('@')[1]
  const created = mails[0]?.created_at ?? ''
  const message_id = `<booking-mail-${id}-${Date.parse(created)}@${domain}>`
  try {
    const file_key = await deliver({ mail, message_id }, context)
    await finish(mails, { status: 'sent', message_id, file_key, sent_at: new Date().toISOString() }, context)
  } catch (error) {
    if (!isRefused(error)) throw error
    context.log.warn('The mail server refused the address.', { mail_id: id, error })
    await finish(mails, { status: 'failed', reason: 'The mail server refused the address' }, context)
  }
}

interface Outcome {
  readonly status: 'sent' | 'skipped' | 'dropped' | 'failed'
  readonly reason?: string
  readonly message_id?: string
  readonly file_key?: string | undefined
  readonly sent_at?: string
}

async function finish(mails: readonly ClaimedMail[], outcome: Outcome, context: Context): Promise<void> {
  const { db } = context
  const ids = mails.map(({ id }) => id)
  await db.transaction(async () => {
    await db('booking_mails')
      .whereIn('id', ids)
      .update({ ...outcome, version: db.raw('version + 1') })
    await sendEarlier(ids, context)
  })
}
