import type { Job, PluginContext } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { MAIL_TRIES } from '../bookings/announce.ts'
import { deliver, isRefused } from './deliver.ts'
import { type MailBooking, readMailBookings, recipientOf } from './mail-sources.ts'
import { type ClaimedMail, GIVEN_UP, giveBack, takeTurn, wakeFollowers } from './mail-turn.ts'
import { writeMail } from './write-mail.ts'

type Context = PluginContext<Settings>

/** The statuses in which an e-mail of each kind is still correct. A later change has its own e-mail. */
const TOLD_IN: Readonly<Record<ClaimedMail['kind'], readonly string[]>> = {
  confirmed: ['confirmed', 'completed', 'no_show'],
  rescheduled: ['confirmed'],
  cancelled: ['cancelled'],
  reinstated: ['pending', 'confirmed'],
  unconfirmed: ['pending'],
  reminder: ['confirmed'],
}

/**
 * Sends an e-mail, after the earlier ones about its booking, each together with those about other dates of the series. Each describes the
 * present state. E-mails that were already sent are not sent again.
 */
export async function sendMail({ payload: { id }, attempt }: Job<{ id: number }>, context: Context): Promise<void> {
  const groups = await takeTurn(id, context)
  try {
    for (const group of groups) await sendTogether(group, context)
  } catch (error) {
    if (attempt < MAIL_TRIES) await giveBack(id, context)
    else await finish(groups.flat(), { status: 'failed', reason: GIVEN_UP }, context)
    throw error
  }
}

async function sendTogether(claimed: readonly ClaimedMail[], context: Context): Promise<void> {
  const { mails, bookings, outdated } = await worthTelling(claimed, context)
  await tell({ lead: claimed[0], mails, bookings }, context)
  if (outdated.length > 0)
    await finish(outdated, { status: 'skipped', reason: 'The booking has changed in the meantime' }, context)
}

interface Told {
  /** The first mail of the group that is sent together. */
  readonly lead: ClaimedMail | undefined
  readonly mails: readonly ClaimedMail[]
  readonly bookings: readonly MailBooking[]
}

async function tell({ lead, mails, bookings }: Told, context: Context): Promise<void> {
  const [booking] = bookings
  if (lead === undefined || booking === undefined) return
  const to = await recipientOf(booking.client_id, context)
  if (to === undefined) {
    context.log.info('No e-mail was sent, because the client has no address.', { client_id: booking.client_id })
    return finish(mails, { status: 'skipped', reason: 'The client has no e-mail address' }, context)
  }
  await dispatch({ lead, mails, mail: writeMail(lead.kind, bookings, to) }, context)
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
  const told = new Set(mails.map(({ booking_id }) => booking_id))
  return { mails, outdated, bookings: bookings.filter(({ id }) => told.has(id)) }
}

/** Records that an e-mail is not sent, because its change was undone before anybody was informed. */
export async function dropMail(id: number, context: Context): Promise<void> {
  const mails: ClaimedMail[] = await context.db('booking_mails').where({ id, status: 'waiting' }).select('id')
  await finish(mails, { status: 'dropped', reason: 'The change was undone before the client was told' }, context)
}

/** Whether a later move has an e-mail, which would contain the same time. */
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
  /** Its id is part of the Message-ID. */
  readonly lead: ClaimedMail
  readonly mails: readonly ClaimedMail[]
  readonly mail: ReturnType<typeof writeMail>
}

async function dispatch({ lead, mails, mail }: Dispatch, context: Context): Promise<void> {
  const domain = context.settings.mail_from.split('@')[1]
  const message_id = `<booking-mail-${lead.id}-${new Date(lead.created_at).getTime()}@${domain}>`
  try {
    const file_key = await deliver({ mail, message_id }, context)
    await finish(mails, { status: 'sent', message_id, file_key, sent_at: new Date().toISOString() }, context)
  } catch (error) {
    if (!isRefused(error)) throw error
    context.log.warn('The mail server refused the address.', { mail_id: lead.id, error })
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
      .where({ status: 'waiting' })
      .update({ ...outcome, version: db.raw('version + 1') })
    await wakeFollowers(ids, context)
  })
}
