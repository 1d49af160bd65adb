import { type PluginContext, type Routes, Type } from '@atrium/sdk'
import { archiveClient, restoreClient } from './clients/archive.ts'
import { clientList } from './clients/client-list.ts'
import { clientTable } from './clients/client-table.ts'
import { Client } from './clients/client.ts'
import { Duplicate, findDuplicates } from './clients/find-duplicates.ts'
import { mergeClients } from './clients/merge-clients.ts'
import type { Settings } from './settings.ts'

/** Where clients live. */
export function register_routes(routes: Routes, context: PluginContext<Settings>) {
  const clients = clientTable(context)
  const { db, events } = context
  routes
    .records('/clients/{id}', clientList(clients, context))
    .delete(
      '/clients/{id}',
      {
        summary: 'Archive a client',
        description: 'Nothing is deleted; answers the archived record.',
        response: Client,
      },
      ({ params, headers }) => archiveClient(clients, params.id, { if_match: headers['if-match'] }),
    )
    .post(
      '/clients/{id}/restore',
      { summary: 'Bring an archived client back', response: Client },
      ({ params, headers }) => restoreClient(clients, params.id, { if_match: headers['if-match'] }),
    )
    .get(
      '/clients/{id}/duplicates',
      { summary: 'Clients that may be the same, and why', response: Type.Array(Duplicate) },
      async ({ params }) => findDuplicates(db, clients, await clients.get(params.id)),
    )
    .post(
      '/clients/{id}/merge',
      {
        summary: 'Make one client of two',
        description: 'The client takes over all that the other has; the other is archived, with `merged_into`.',
        body: Type.Object({ other_id: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) }),
        response: Client,
      },
      ({ params, body, headers }) =>
        mergeClients(clients, { id: params.id, ...body }, { db, events, if_match: headers['if-match'] }),
    )
    .bulk('/clients/archive', 'DELETE /clients/{id}', { summary: 'Archive many clients' })
    .bulk('/clients/restore', 'POST /clients/{id}/restore', { summary: 'Bring many archived clients back' })
}
