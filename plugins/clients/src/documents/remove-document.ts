import { ApiError, type ChangeOptions, type Files, type Knex, type WritableStore } from '@atrium/sdk'
import { addToTimeline } from '../timeline/timeline.ts'
import { lockClient, settleRevisions } from './document-table.ts'
import { type Document, shown, type StoredDocument } from './document.ts'

interface Places {
  readonly db: Knex
  readonly files: Files
  readonly documents: WritableStore<StoredDocument>
}

/** Removes a document and its file; the revision before it becomes current. Runs in the transaction of the call. */
export async function removeDocument(
  document: StoredDocument,
  { db, files, documents, if_match }: Places & Pick<ChangeOptions, 'if_match'>,
): Promise<Document> {
  const { id, client_id, type_id, revision, file_key } = document
  await lockClient(db, client_id)
  await documents.delete(id, { if_match }).catch(withShownCurrent)
  await settleRevisions(db, { client_id, type_id })
  await addToTimeline(db, client_id, { kind: 'document_removed', details: { document_id: id, type_id, revision } })
  await files.delete(file_key)
  return shown(document)
}

/** A 412 shows the document as it stands, and not where its file lies. */
function withShownCurrent(error: unknown): never {
  if (!(error instanceof ApiError) || error.options.current === undefined) throw error
  const current = shown(error.options.current as StoredDocument)
  throw new ApiError(error.code, { ...error.options, status: error.status, current })
}
