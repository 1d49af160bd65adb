import type { PluginContext } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import type { MailKind } from './mail.ts'

/** The job that sends one e-mail. */
export const MAIL = 'mail'

/** Servers are away for hours at times: ten tries take about six. */
const TRIES = 10

/** The dates of a series are told together: as long the first of them waits for the others. */
const SERIES_PAUSE = 2_000

/** An e-mail that there is an occasion for. */
export interface PlannedMail {
  readonly booking_id: number
  readonly kind: MailKind
  /** Tells one happening from all others, so that nobody is told of it twice. */
  readonly occasion: string
}

/** Writes an e-mail down, with the job that sends it, unless it was written down before. */
export async function planMail(
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
