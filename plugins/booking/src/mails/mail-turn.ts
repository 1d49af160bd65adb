import type { Knex, PluginContext } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { MAIL, MAIL_TRIES, type MailKind, SERIES_PAUSE } from '../bookings/announce.ts'

type Context = Pick<PluginContext<Settings>, 'db' | 'jobs'>

/** An e-mail that this job is about to send. */
export interface ClaimedMail {
  readonly id: number
  readonly booking_id: number
  readonly kind: MailKind
  readonly created_at: string | Date
}

interface WaitingMail extends ClaimedMail {
  /** The e-mail whose job sends this one, or after which this one is sent. If it is the e-mail itself, this one is being sent. */
  readonly lead_id: number | null
}

/** The error of an e-mail whose job has no attempts left. Retrying the job sends it. */
export const GIVEN_UP = 'The mail server could not be reached in ten attempts'

/**
 * Claims an e-mail together with the earlier ones about its booking, and for each of them those of the same request about other dates of
 * the series. Returns them grouped, one group for each e-mail to send, in the order of the changes. A retried job finds its own claims
 * again. Returns nothing if another job sends it: that of a later e-mail about the booking, whose change may still be undone, or that of
 * another date. Also returns nothing while another job sends an earlier one about the booking. Reminders wait for nothing, and nothing
 * waits for them.
 */
export function takeTurn(id: number, context: Context): Promise<readonly (readonly ClaimedMail[])[]> {
  const { db } = context
  return db.transaction(async () => {
    await reopen(id, db)
    const waiting = await lockWaiting(id, db)
    const own = waiting.find((mail) => mail.id === id)
    if (own === undefined) return []
    const queue = queueOf(own, waiting)
    if (own.lead_id !== null && !queue.some((mail) => mail.id === own.lead_id)) return []
    const last = queue.at(-1) ?? own
    if (last.id !== id) return handOver(id, { last, context })
    const busy = busyWith(id, queue)
    if (busy !== undefined) return waitFor(busy, { id, db })
    const groups = groupsOf(id, { queue, waiting })
    const ids = groups.flat().map((mail) => mail.id)
    await db('booking_mails').whereIn('id', ids).update({ lead_id: id })
    return groups
  })
}

/** Lets the job of a later e-mail about the booking send one that could not be sent, if such a job has waited for it. */
export async function giveBack(id: number, context: Context): Promise<void> {
  const { db } = context
  await db.transaction(async () => {
    const mail: { booking_id: number } | undefined = await db('booking_mails').where({ id }).first('booking_id')
    await db('booking_mails').where({ id }).update({ lead_id: null })
    const later = db('booking_mails')
      .where({ lead_id: id, booking_id: mail?.booking_id ?? 0 })
      .where('id', '>', id)
    await wake(later, context)
  })
}

/** Starts the jobs of the e-mails that were waiting for these to end. */
export const wakeFollowers = (ids: readonly number[], context: Context): Promise<void> =>
  wake(context.db('booking_mails').whereIn('lead_id', ids), context)

async function wake(followers: Knex.QueryBuilder, { db, jobs }: Context): Promise<void> {
  const ids: number[] = await followers.where({ status: 'waiting' }).orderBy('id').pluck('id')
  await db('booking_mails').whereIn('id', ids).update({ lead_id: null })
  for (const id of ids) await jobs.add(MAIL, { id }, { attempts: MAIL_TRIES })
}

/** Makes e-mails wait again whose job was given up and is now retried. */
async function reopen(id: number, db: Knex): Promise<void> {
  const failed = () => db('booking_mails').where({ status: 'failed', reason: GIVEN_UP })
  const again = { status: 'waiting', reason: null, version: db.raw('version + 1') }
  if ((await failed().where({ id }).update(again)) > 0) await failed().where({ lead_id: id }).update(again)
}

/** The waiting e-mails about the same booking or series, locked in one order, so that jobs decide one after another. */
async function lockWaiting(id: number, db: Knex): Promise<WaitingMail[]> {
  const booking: { id: number; series_id: number | null; client_id: number } | undefined = await db(
    'booking_mails as mail',
  )
    .join('booking_bookings as booking', 'booking.id', 'mail.booking_id')
    .where('mail.id', id)
    .first('booking.id', 'booking.series_id', 'booking.client_id')
  if (booking === undefined) return []
  const { series_id, client_id } = booking
  const bookings =
    series_id === null ? [booking.id] : db('booking_bookings').where({ series_id, client_id }).select('id')
  return db('booking_mails')
    .whereIn('booking_id', bookings)
    .where({ status: 'waiting' })
    .orderBy('id')
    .forUpdate()
    .select('id', 'booking_id', 'kind', 'created_at', 'lead_id')
}

/** The e-mails that go out in order with this one. */
const queueOf = (mail: WaitingMail, waiting: readonly WaitingMail[]) =>
  mail.kind === 'reminder'
    ? [mail]
    : waiting.filter(({ booking_id, kind }) => booking_id === mail.booking_id && kind !== 'reminder')

/** The e-mail whose job is sending an earlier one at the moment, or one together with another booking's. */
function busyWith(id: number, queue: readonly WaitingMail[]): number | undefined {
  const leads = queue.map(({ lead_id }) => lead_id).filter((lead) => lead !== null && lead !== id) as number[]
  return leads.find((lead) => (queue.find((mail) => mail.id === lead) ?? { lead_id: lead }).lead_id === lead)
}

/** Leaves an e-mail, and those waiting for it, to the latest one about its booking, and wakes that one if it has waited for this one. */
async function handOver(id: number, { last, context }: { last: WaitingMail; context: Context }): Promise<[]> {
  const { db } = context
  if (last.lead_id === id) await wake(db('booking_mails').where({ id: last.id }), context)
  await db('booking_mails').where({ lead_id: id, status: 'waiting' }).update({ lead_id: last.id })
  return waitFor(last.id, { id, db })
}

async function waitFor(lead_id: number, { id, db }: { id: number; db: Knex }): Promise<[]> {
  await db('booking_mails').where({ id }).update({ lead_id })
  return []
}

/** Each e-mail of the queue with those of the same request that are only about other dates. */
function groupsOf(
  id: number,
  { queue, waiting }: { queue: readonly WaitingMail[]; waiting: readonly WaitingMail[] },
): ClaimedMail[][] {
  const taken = new Set(queue.map((mail) => mail.id))
  return queue.map((head) => {
    const others = waiting.filter(
      (mail) =>
        !taken.has(mail.id) &&
        (mail.lead_id === null || mail.lead_id === id) &&
        isTogether(head, mail) &&
        queueOf(mail, waiting).length === 1,
    )
    for (const { id: other } of others) taken.add(other)
    return [head, ...others].sort((one, other) => one.id - other.id)
  })
}

/** One of another request may wait longer, until its change can no longer be undone. */
const isTogether = (one: ClaimedMail, other: ClaimedMail) =>
  one.kind === other.kind &&
  one.booking_id !== other.booking_id &&
  Math.abs(new Date(one.created_at).getTime() - new Date(other.created_at).getTime()) <= SERIES_PAUSE
