import type { ActionFactory } from '@atrium/sdk'
import type { Client } from '../clients/client.ts'
import { MergeRequest } from '../clients/merge-request.ts'

/** What can be done with a client. */
export const clientActions = (action: ActionFactory<Client>) => [
  action
    .row('merge')
    .post('/clients/{id}/merge')
    .icon('arrows-join')
    .confirm('This client takes over all that the other has. The other is archived.')
    .visible_when('archived', { const: false })
    .form(MergeRequest, (form) =>
      form.fields((field) => [
        field.relation('other_id', '/api/v1/clients/clients?archived=false', 'display_name').label('The other client'),
      ]),
    ),
  action
    .row('delete')
    .delete('/clients/{id}')
    .label('Archive')
    .icon('archive')
    .confirm('Archive this client? It can be restored.')
    .visible_when('archived', { const: false }),
  action.row('restore').post('/clients/{id}/restore').icon('restore').visible_when('archived', { const: true }),
  action.bulk('archive').post('/clients/archive').icon('archive').confirm('Archive the selected clients?'),
]
