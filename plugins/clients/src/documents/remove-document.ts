import type { Files, Knex, WritableStore } from '@atrium/sdk'
import { addToTimeline } from '../timeline/timeline.ts'
import { lockClient, settleRevisions } from './document-table.ts'
import { type Document, shown, type StoredDocument } from './document.ts'

/** Removes a document and its file; the revision before it becomes current. Runs in the transaction of the call. */
export async function removeDocument(
  document: StoredDocument,
  { db, files, documents }: { db: Knex; files: Files; documents: WritableStore<StoredDocument> },
): Promise<Document> {
  const { id, client_id, type_id, revision, file_key } = document
  await lockClient(db, client_id)
  await documents.delete(id)
  await settleRevisions(db, { client_id, type_id })
  await addToTimeline(db, client_id, { kind: 'document_removed', details: { document_id: id, type_id, revision } })
  await files.delete(file_key)
  return shown(document)
}
