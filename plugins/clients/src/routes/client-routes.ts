import { type PluginContext, type Routes, Type, type WritableStore } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { archiveClient, restoreClient } from '../clients/archive.ts'
import { clientList } from '../clients/client-list.ts'
import { Client } from '../clients/client.ts'
import { Duplicate, findDuplicates } from '../clients/find-duplicates.ts'
import { mergeClients, MergeRequest } from '../record/merge-clients.ts'

/** Clients: lists, changes, and what makes one of two. */
export function clientRoutes(routes: Routes, context: PluginContext<Settings>, clients: WritableStore<Client>): void {
  const { db, events } = context
  routes
    .records('/clients/{id}', clientList(clients, context))
    .delete(
      '/clients/{id}',
      {
        summary: 'Archive a client',
        description: 'Nothing is deleted; answers the archived record.',
        response: Client,
        if_match: true,
      },
      ({ params, headers }) => archiveClient(clients, params.id, { if_match: headers['if-match'] }),
    )
    .post(
      '/clients/{id}/restore',
      { summary: 'Bring an archived client back', response: Client, if_match: true },
      ({ params, headers }) => restoreClient(clients, params.id, { if_match: headers['if-match'] }),
    )
    .get(
      '/clients/{id}/duplicates',
      {
        summary: 'Clients that may be the same, and why',
        description:
          'The likeliest first: same e-mail address, same phone number, a name that is spelt or sounds alike.',
        response: Type.Array(Duplicate),
      },
      async ({ params }) => findDuplicates(db, await clients.get(params.id)),
    )
    .post(
      '/clients/{id}/merge',
      {
        summary: 'Make one client of two',
        description: 'The client takes over all that the other has; the other is archived, with `merged_into`.',
        body: MergeRequest,
        response: Client,
        if_match: true,
      },
      ({ params, body, headers }) =>
        mergeClients(clients, { id: params.id, ...body }, { db, events, if_match: headers['if-match'] }),
    )
    .bulk('/clients/archive', 'DELETE /clients/{id}', { summary: 'Archive many clients' })
    .bulk('/clients/restore', 'POST /clients/{id}/restore', { summary: 'Bring many archived clients back' })
}
