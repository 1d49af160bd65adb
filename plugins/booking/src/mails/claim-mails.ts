import type { Knex } from '@atrium/sdk'
import { type MailKind, SERIES_PAUSE } from '../bookings/announce.ts'

/** An e-mail that this job is about to send. */
export interface ClaimedMail {
  readonly id: number
  readonly booking_id: number
  readonly kind: MailKind
  readonly created_at: string
}

interface LeadRow {
  readonly kind: MailKind
  readonly series_id: number | null
  readonly client_id: number
  readonly created_at: string | Date
}

/**
 * Claims the e-mails that go out as one: this one, and waiting ones of the same kind for other dates of the series. E-mails claimed by
 * another job are left to it, so none is sent twice. A job that is retried finds its own claims again.
 */
export function claimMails(id: number, db: Knex): Promise<ClaimedMail[]> {
  return db.transaction(async () => {
    const lead: LeadRow | undefined = await db('booking_mails as mail')
      .join('booking_bookings as booking', 'booking.id', 'mail.booking_id')
      .where('mail.id', id)
      .first('mail.kind', 'mail.created_at', 'booking.series_id', 'booking.client_id')
    if (lead === undefined) return []
    const waiting = db('booking_mails')
      .where({ status: 'waiting' })
      .where((free) => void free.whereNull('lead_id').orWhere('lead_id', id))
      .whereIn('id', together(id, lead, db))
      .orderBy('id')
      .forUpdate()
    const mails: ClaimedMail[] = await waiting.select('id', 'booking_id', 'kind', 'created_at')
    if (!mails.some((mail) => mail.id === id)) return []
    const ids = mails.map((mail) => mail.id)
    await db('booking_mails').whereIn('id', ids).update({ lead_id: id })
    return mails
  })
}

/** The e-mails of the same request. That of another one may wait longer, until its change can no longer be undone. */
function together(
  id: number,
  { kind, series_id, client_id, created_at }: LeadRow,
  db: Knex,
): Knex.QueryBuilder | number[] {
  if (series_id === null) return [id]
  const near = (pause: number) => new Date(new Date(created_at).getTime() + pause).toISOString()
  return db('booking_mails as other')
    .join('booking_bookings as booking', 'booking.id', 'other.booking_id')
    .where({ 'other.kind': kind, 'booking.series_id': series_id, 'booking.client_id': client_id })
    .whereBetween('other.created_at', [near(-SERIES_PAUSE), near(SERIES_PAUSE)])
    .select('other.id')
}
