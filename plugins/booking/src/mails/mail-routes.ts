import { answer, ApiError, type PluginContext, type Routes } from '@atrium/sdk'
import { mailTable } from './mail.ts'

/** Routes for reading the e-mails to clients. */
export function mailRoutes(routes: Routes, { db, files }: Pick<PluginContext, 'db' | 'files'>) {
  const mails = mailTable(db)
  routes.records('/mails/{id}', mails, { writes: [] }).get(
    '/mails/{id}/message',
    {
      summary: 'Read an e-mail that was written to a file',
      description: 'message/rfc822. 404 `file_missing` if the e-mail was sent by SMTP or not written.',
    },
    async ({ params }) => {
      const { id } = await mails.get(params.id)
      const row: { file_key: string | null } = await db('booking_mails').where({ id }).first('file_key')
      if (row.file_key === null)
        throw new ApiError('file_missing', { detail: `The e-mail [${id}] was not written to a file.` })
      return answer(await files.open(row.file_key), {
        headers: {
          'content-type': 'message/rfc822',
          'content-disposition': `attachment; filename="booking-mail-${id}.eml"`,
        },
      })
    },
  )
}
