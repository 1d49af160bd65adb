import { answer, ApiError, type Caller, type PluginContext, type Routes } from '@atrium/sdk'
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
      description:
        'message/rfc822. 404 `file_missing` if the e-mail was sent by SMTP or not written. 403 if it names something that you do not see, such as the address of the client.',
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

/** What an e-mail says of its bookings and their client. */
const TOLD = [
  {
    resource: 'booking_bookings',
    permission: 'booking.bookings.view',
    fields: ['service_id', 'specialist_id', 'location_id', 'client_id', 'starts_at', 'ends_at', 'status', 'cancel_fee'],
  },
  {
    resource: 'clients_clients',
    permission: 'clients.clients.view',
    fields: ['display_name', 'email', 'contact_points'],
  },
]

/** Refuses an e-mail that names something of its bookings or their client that the caller does not see. @throws ApiError 403 */
async function requireSeen(file_key: string, caller: Caller, { db, call }: Context): Promise<void> {
  for (const { resource, permission, fields } of TOLD) {
    const ways = caller.can(permission) ? caller.scope(resource, permission) : []
    if (ways?.length === 0 || ways?.some(({ hidden }) => fields.some((field) => hidden.includes(field)))) throw unseen()
  }
  if (TOLD.every(({ resource, permission }) => caller.scope(resource, permission) === undefined)) return
  const bookings = await db('booking_bookings')
    .whereIn('id', db('booking_mails').where({ file_key }).select('booking_id'))
    .select<{ id: number; client_id: number }[]>('id', 'client_id')
  const paths = bookings.flatMap(({ id, client_id }) => [
    `/api/v1/booking/bookings/${id}`,
    `/api/v1/clients/clients/${client_id}`,
  ])
  for (const path of new Set(paths))
    await call('GET', path).catch((error: unknown) => {
      throw error instanceof ApiError && [403, 404].includes(error.status) ? unseen() : error
    })
}

const unseen = () =>
  new ApiError('permission_denied', {
    detail:
      'This e-mail names something of its booking or its client that you do not see. Ask somebody who sees all of it.',
  })
