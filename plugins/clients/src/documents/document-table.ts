import { type Knex, table_store, type WritableStore } from '@atrium/sdk'
import { StoredDocument } from './document.ts'

/** The documents of all clients. Who may see the client may see its documents, so whoever reads here asks for the client first. */
export function documentTable(db: Knex): WritableStore<StoredDocument> {
  return table_store(db, 'clients_documents', StoredDocument, {
    sort: ['created_at', 'expires_on', 'name'],
    filter: ['type_id', 'is_current', 'expires_on'],
    search: ['name'],
  })
}

/** Nobody adds or removes documents of this client until the transaction is over. */
export async function lockClient(db: Knex, id: number): Promise<void> {
  await db('clients_clients').where({ id }).select('id').forUpdate()
}

/** Makes the last revision of a type the current one, after one was removed or others have joined. */
export async function settleRevisions(db: Knex, place: { client_id: number; type_id: number }): Promise<void> {
  const last = await db('clients_documents').where(place).orderBy('revision', 'desc').first<{ id: number }>('id')
  if (last === undefined) return
  const { id } = last
  await changeDocuments(db, { is_current: false }, (which) =>
    which.where({ ...place, is_current: true }).whereNot({ id }),
  )
  await changeDocuments(db, { is_current: true }, (which) => which.where({ id, is_current: false }))
}

/** Changes documents and with them their ETags, which their readers know them by. @returns how many */
export function changeDocuments(
  db: Knex,
  change: Partial<StoredDocument>,
  choose: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<number> {
  return choose(db('clients_documents')).update({
    ...change,
    version: db.raw('version + 1'),
  })
}
