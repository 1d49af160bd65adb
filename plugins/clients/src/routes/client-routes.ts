import { type PluginContext, type Routes, Type, type WritableStore } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { archiveClient, restoreClient } from '../clients/archive.ts'
import { clientList } from '../clients/client-list.ts'
import { Client } from '../clients/client.ts'
import { Duplicate, findDuplicates } from '../clients/find-duplicates.ts'
import { mergeClients, MergeRequest } from '../record/merge-clients.ts'

/** Lists and changes clients, finds duplicates and merges them. */
export function clientRoutes(routes: Routes, context: PluginContext<Settings>, clients: WritableStore<Client>): void {
  const { db, events } = context
  routes
    .records('/clients/{id}', clientList(clients, context))
    .delete(
      '/clients/{id}',
      {
        summary: 'Archive a client',
        description: 'Nothing is deleted. Returns the archived record.',
        response: Client,
        if_match: true,
      },
      ({ params, headers }) => archiveClient(clients, params.id, { if_match: headers['if-match'] }),
    )
    .post(
      '/clients/{id}/restore',
      { summary: 'Restore an archived client', response: Client, if_match: true },
      ({ params, headers }) => restoreClient(clients, params.id, { if_match: headers['if-match'] }),
    )
    .get(
      '/clients/{id}/duplicates',
      {
        summary: 'List the possible duplicates of a client',
        description:
          'The most likely first, with the reasons: the same e-mail address, the same phone number, a similar name.',
        response: Type.Array(Duplicate),
      },
      async ({ params }) => findDuplicates(db, await clients.get(params.id)),
    )
    .post(
      '/clients/{id}/merge',
      {
        summary: 'Merge two clients',
        description: 'This client takes over all data of the other one, which is archived with `merged_into`.',
        body: MergeRequest,
        response: Client,
        if_match: true,
      },
      ({ params, body, headers }) =>
        mergeClients(clients, { id: params.id, ...body }, { db, events, if_match: headers['if-match'] }),
    )
    .bulk('/clients/archive', 'DELETE /clients/{id}', { summary: 'Archive many clients' })
    .bulk('/clients/restore', 'POST /clients/{id}/restore', { summary: 'Restore many archived clients' })
}
