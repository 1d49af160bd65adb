import {
  ApiError,
  type ChangeOptions,
  etag_of,
  if_match_holds,
  type RecordId,
  type Static,
  Type,
  type WritableStore,
} from '@atrium/sdk'
import type { Client } from './client.ts'

/** Why somebody archives a client: because it is asked for, or because its creation is taken back. */
export const ArchiveReason = Type.Enum(['requested', 'undone'])

interface ArchiveOptions extends ChangeOptions {
  readonly reason?: Static<typeof ArchiveReason>
}

/** Archives a client, which removes it from the lists and keeps all its data. Archiving twice is harmless. */
export async function archiveClient(
  clients: WritableStore<Client>,
  id: RecordId,
  { reason = 'requested', ...options }: ArchiveOptions = {},
): Promise<Client> {
  const client = await clients.get(id)
  if (client.archived && holds(client, options)) return client
  const archived_at = new Date().toISOString()
  return clients.update(id, { archived: true, archived_at, archive_reason: reason }, options)
}

/** Returns an archived client to the lists. @throws ApiError 409 `client_merged` */
export async function restoreClient(
  clients: WritableStore<Client>,
  id: RecordId,
  options: ChangeOptions = {},
): Promise<Client> {
  const client = await clients.get(id)
  if (!client.archived && holds(client, options)) return client
  if (client.merged_into !== undefined) throw clientMerged(client)
  return clients.update(id, { archived: false, archived_at: null, archive_reason: null }, options)
}

/** Nothing is to be changed, but if the caller has read another version, the store answers 412. */
const holds = (client: Client, { if_match }: ChangeOptions) => if_match_holds(if_match, etag_of(client) ?? '')

/** The error for an archived client that cannot be changed: 409 `client_merged` or `client_archived`. */
export function clientArchived(client: Client): ApiError {
  if (client.merged_into !== undefined) return clientMerged(client)
  return new ApiError('client_archived', {
    status: 409,
    title: 'Archived',
    detail: `The client [${client.id}] is archived and cannot be changed. Restore it first.`,
    allowed: ['restore'],
  })
}

const clientMerged = ({ id, merged_into }: Client) =>
  new ApiError('client_merged', {
    status: 409,
    title: 'Merged',
    detail: `The client [${id}] was merged into [${merged_into}], which now has all its data. Use that client instead.`,
    allowed: [],
  })
