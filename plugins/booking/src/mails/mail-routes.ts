import { answer, ApiError, type Caller, type PluginContext, type Routes } from '@atrium/sdk'
import { type NamingBooking, requireMailSeen } from '../require-seen.ts'
import { mailTable } from './mail.ts'

type Context = Pick<PluginContext, 'db' | 'files' | 'call'>

/** Routes for reading the e-mails to clients. */
export function mailRoutes(routes: Routes, context: Context) {
  const { db, files } = context
  const mails = mailTable(db)
  routes.records('/mails/{id}', mails, { writes: [] }).get(
    '/mails/{id}/message',
    {
      summary: 'Read an e-mail that was written to a file',
      media_type: 'message/rfc822',
      description:
        '404 `file_missing` if the e-mail was sent by SMTP or not written. 403 if it names something that you do not see, such as the address of the client.',
    },
    async ({ params, caller }) => {
      const { id } = await mails.get(params.id)
      const row: { file_key: string | null } = await db('booking_mails').where({ id }).first('file_key')
      if (row.file_key === null)
        throw new ApiError('file_missing', { detail: `The e-mail [${id}] was not written to a file.` })
      await requireSeen(row.file_key, caller, context)
      return answer(await files.open(row.file_key), {
        headers: {
          'content-type': 'message/rfc822',
          'content-disposition': `attachment; filename="booking-mail-${id}.eml"`,
        },
      })
    },
  )
}

/** Refuses an e-mail that reveals something that the caller cannot see. @throws ApiError 403 */
async function requireSeen(file_key: string, caller: Caller, { db, call }: Context): Promise<void> {
  const bookings = await db('booking_bookings')
    .whereIn('id', db('booking_mails').where({ file_key }).select('booking_id'))
    .select<NamingBooking[]>('id', 'client_id', 'service_id', 'specialist_id', 'location_id')
  await requireMailSeen(bookings, caller, { call })
}
