import { ApiError, type ChangeOptions, type Files, type Knex, table_store, type WritableStore } from '@atrium/sdk'
import { addToTimeline } from '../clients/timeline.ts'
import { type Document, shown, StoredDocument } from './document.ts'

/**
 * The table of the documents of all clients. It does not check who may see the client of a document: callers read the client first,
 * which throws 404.
 */
export function documentTable(db: Knex): WritableStore<StoredDocument> {
  return table_store(db, 'clients_documents', StoredDocument, {
    sort: ['created_at', 'expires_on', 'name'],
    filter: ['type_id', 'is_current', 'expires_on'],
    search: ['name'],
  })
}

/** Keeps other requests from adding or removing documents of this client until the transaction ends. */
export async function lockClient(db: Knex, id: number): Promise<void> {
  await db('clients_clients').where({ id }).select('id').forUpdate()
}

/** Changes the chosen documents and their ETags. @returns how many */
export function changeDocuments(
  db: Knex,
  change: Partial<StoredDocument>,
  choose: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<number> {
  return choose(db('clients_documents')).update({ ...change, version: db.raw('version + 1') })
}

/**
 * Removes a document and its file; the previous revision becomes current. Runs in the transaction of the call.
 * @throws ApiError 404, 412
 */
export async function removeDocument(
  document: StoredDocument,
  {
    db,
    files,
    documents,
    if_match,
  }: {
    readonly db: Knex
    readonly files: Files
    readonly documents: WritableStore<StoredDocument>
  } & Pick<ChangeOptions, 'if_match'>,
): Promise<Document> {
  const { id, client_id, type_id, revision, file_key } = document
  await lockClient(db, client_id)
  await documents.delete(id, { if_match }).catch(withShownCurrent)
  await settleCurrent(db, { client_id, type_id })
  await addToTimeline(db, client_id, { kind: 'document_removed', details: { document_id: id, type_id, revision } })
  await files.delete(file_key)
  return shown(document)
}

/** The `current` record of a 412 must not reveal the key of the file. */
function withShownCurrent(error: unknown): never {
  if (!(error instanceof ApiError) || error.options.current === undefined) throw error
  const current = shown(error.options.current as StoredDocument)
  throw new ApiError(error.code, { ...error.options, status: error.status, current })
}

interface Row {
  readonly id: number
  readonly type_id: number
  readonly revision: number
}

/** Gives the documents of one client to another. The revisions of each type are renumbered in the order of their creation. */
export async function handOverDocuments(db: Knex, { from, to }: { from: number; to: number }): Promise<void> {
  const moved = await changeDocuments(db, { client_id: to }, (which) => which.where({ client_id: from }))
  if (moved === 0) return
  const rows = await db('clients_documents')
    .where({ client_id: to })
    .orderBy(['created_at', 'id'])
    .select<Row[]>('id', 'type_id', 'revision')
  const counts = new Map<number, number>()
  for (const { id, type_id, revision } of rows) {
    const next = (counts.get(type_id) ?? 0) + 1
    counts.set(type_id, next)
    if (next !== revision) await changeDocuments(db, { revision: next }, (which) => which.where({ id }))
  }
  for (const type_id of counts.keys()) await settleCurrent(db, { client_id: to, type_id })
}

/** Makes the latest revision of a type the current one. */
async function settleCurrent(db: Knex, place: { client_id: number; type_id: number }): Promise<void> {
  const last = await db('clients_documents').where(place).orderBy('revision', 'desc').first<{ id: number }>('id')
  if (last === undefined) return
  const { id } = last
  await changeDocuments(db, { is_current: false }, (which) =>
    which.where({ ...place, is_current: true }).whereNot({ id }),
  )
  await changeDocuments(db, { is_current: true }, (which) => which.where({ id, is_current: false }))
}
