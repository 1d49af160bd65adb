import type { ChangeOptions, RecordId, WritableStore } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import type { Client } from './client.ts'

/** Takes a client out of the lists. It keeps all it has, and archiving it twice is harmless. */
export async function archiveClient(
  clients: WritableStore<Client>,
  id: RecordId,
  options: ChangeOptions = {},
): Promise<Client> {
  const client = await clients.get(id)
  if (client.archived) return client
  return clients.update(id, { archived: true, archived_at: new Date().toISOString() }, options)
}

/** Brings a client back into the lists. @throws ApiError 409 `client_merged` */
export async function restoreClient(
  clients: WritableStore<Client>,
  id: RecordId,
  options: ChangeOptions = {},
): Promise<Client> {
  const client = await clients.get(id)
  if (!client.archived) return client
  if (client.merged_into !== undefined) throw merged(client)
  return clients.update(id, { archived: false, archived_at: null }, options)
}

/** Why a client that became part of another is neither restored nor changed. */
export const merged = ({ id, merged_into }: Client) =>
  new ApiError('client_merged', {
    status: 409,
    title: 'Merged',
    detail: `The client [${id}] has become part of [${merged_into}], which has all that it had. Use that one.`,
    allowed: [],
  })
