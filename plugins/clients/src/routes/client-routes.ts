import { type PluginContext, type Routes, type Static, Type, type WritableStore } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { archiveClient, ArchiveReason, restoreClient } from '../clients/archive.ts'
import { clientList } from '../clients/client-list.ts'
import { Client } from '../clients/client.ts'
import { phoneParser } from '../clients/contacts.ts'
import { Duplicate, type EnteredClient, findDuplicates, findSimilar } from '../clients/find-duplicates.ts'
import { nameOf } from '../clients/prepare-client.ts'
import { mergeClients, MergeRequest } from '../record/merge-clients.ts'

const Entered = Type.Pick(Client, ['kind', 'given_name', 'family_name', 'company_name', 'email', 'phone'])
const Similar = Type.Object({
  ...Type.Pick(Duplicate, ['id']).properties,
  title: Type.String({ description: 'The name of the client' }),
  reasons: Type.Array(Type.String(), { description: 'In words' }),
})

/** Lists and changes clients, finds duplicates and merges them. */
export function clientRoutes(routes: Routes, context: PluginContext<Settings>, clients: WritableStore<Client>): void {
  const { db, events, settings } = context
  routes
    .records('/clients/{id}', clientList(clients, context), {
      undo: { create: 'POST /clients/{id}/withdraw' },
      description: 'Archived clients are left out, unless you filter by `archived` or ask for some by `id`.',
    })
    .delete(
      '/clients/{id}',
      {
        summary: 'Archive a client',
        description: 'Nothing is deleted. Returns the archived record.',
        response: Client,
        if_match: true,
        undo: 'POST /clients/{id}/restore',
      },
      ({ params, headers }) => archiveClient(clients, params.id, { if_match: headers['if-match'] }),
    )
    .post(
      '/clients/{id}/restore',
      { summary: 'Restore an archived client', response: Client, if_match: true, undo: 'POST /clients/{id}/withdraw' },
      ({ params, headers }) => restoreClient(clients, params.id, { if_match: headers['if-match'] }),
    )
    .post(
      '/clients/{id}/withdraw',
      {
        permission: 'clients.clients.delete',
        summary: 'Take back the creation of a client, or that it was restored',
        description: 'Archives it. A client whose creation was taken back counts as neither new nor archived.',
        body: Type.Object({ archive_reason: Type.Optional(ArchiveReason) }),
        response: Client,
        if_match: true,
        undo: 'POST /clients/{id}/restore',
        tool: false,
      },
      ({ params, body: { archive_reason: reason = 'undone' }, headers }) =>
        archiveClient(clients, params.id, { reason, if_match: headers['if-match'] }),
    )
    .get(
      '/clients/similar',
      {
        summary: 'List the clients that may be the same as one that is being entered',
        description: 'The most likely first, with the reasons, among the clients that the caller may see.',
        query: Entered,
        response: Type.Array(Similar),
        tool: false,
      },
      async ({ query }) => (await findSimilar(db, await toEntered(query, settings))).map(toSimilar),
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

async function toEntered(
  { kind, email, phone, ...names }: Static<typeof Entered>,
  { country }: Settings,
): Promise<EnteredClient> {
  const number = phone === undefined ? undefined : ((await phoneParser(country))(phone) ?? phone)
  return {
    kind,
    display_name: nameOf(names),
    ...(email !== undefined && { email: email.toLowerCase() }),
    ...(number !== undefined && { phone: number }),
  }
}

const REASONS: Record<Duplicate['reasons'][number], string> = {
  same_email: 'same e-mail address',
  same_phone: 'same phone number',
  alike_name: 'similar name',
}

const toSimilar = ({ id, display_name, reasons }: Duplicate): Static<typeof Similar> => ({
  id,
  title: display_name,
  reasons: reasons.map((reason) => REASONS[reason]),
})
