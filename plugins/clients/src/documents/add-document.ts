import type { InvalidValue, Knex, RecordStore, WritableStore } from '@atrium/sdk'
import { ApiError, invalid_values } from '@atrium/sdk'
import type { Client } from '../clients/client.ts'
import { addToTimeline } from '../clients/timeline.ts'
import type { Upload } from '../receive-upload.ts'
import { addMonths } from '../calendar.ts'
import { changeDocuments, lockClient } from './document-table.ts'
import type { DocumentType } from './document-types.ts'
import type { Document, StoredDocument } from './document.ts'
import { shown } from './document.ts'

/** What browsers say where they do not know. */
const UNKNOWN = new Set(['', 'application/octet-stream', 'binary/octet-stream'])

/**
 * What a file is by its bytes, where its type takes such files and nobody has said it was something else.
 * @throws ApiError 415 `media_type_unsupported`, 422 `validation_failed`
 */
async function checkContent({ head, name, declared }: Upload, { title, media_types }: DocumentType): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(head))?.mime
  if (found === undefined || !(media_types as readonly string[]).includes(found)) {
    throw new ApiError('media_type_unsupported', {
      detail: `By its content [${name}] is ${found === undefined ? 'of no kind known here' : `[${found}]`}, whatever its name says. [${title}] takes [${media_types.join('], [')}].`,
    })
  }
  if (UNKNOWN.has(declared) || declared === found) return found
  const message = `This says it was ${declared}, and is ${found}`
  throw invalid_values([{ pointer: '/file', message, keyword: 'contentMediaType' }])
}

export interface DocumentPlaces {
  readonly db: Knex
  readonly clients: RecordStore<Client>
  readonly types: RecordStore<DocumentType>
  readonly documents: WritableStore<StoredDocument>
}

/**
 * Writes down an upload as the next revision of its type.
 * @throws ApiError 409 `client_archived`; 415, 422 for what its type does not take
 */
export async function addDocument(upload: Upload, client: Client, places: DocumentPlaces): Promise<Document> {
  const { db, documents } = places
  const type = await typeOf(upload, places.types)
  const issued_on = issuedOn(upload)
  const media_type = await checkContent(upload, type)
  const { key: file_key, size, sha256 } = upload.file
  const { validity_months } = type
  const expires_on = validity_months === undefined ? undefined : addMonths(issued_on, validity_months)
  return db.transaction(async () => {
    await lockClient(db, client.id)
    await requireActive(places.clients, client.id)
    const place = { client_id: client.id, type_id: type.id }
    const revision = (await lastRevision(db, place)) + 1
    await changeDocuments(db, { is_current: false }, (which) => which.where({ ...place, is_current: true }))
    const file = { name: upload.name, media_type, size, sha256, file_key }
    const dates = { issued_on, ...(expires_on !== undefined && { expires_on }) }
    const document = await documents.create({ ...place, ...file, ...dates, revision, is_current: true })
    const details = { document_id: document.id, type_id: type.id, type: type.title, revision }
    await addToTimeline(db, client.id, { kind: 'document_added', details })
    return shown(document)
  })
}

async function typeOf({ fields: { type_id = '' } }: Upload, types: RecordStore<DocumentType>): Promise<DocumentType> {
  if (!/^[1-9]\d{0,8}$/.test(type_id))
    throw wrong({ pointer: '/type_id', message: 'Choose a document type', keyword: 'required' })
  return types.get(Number(type_id)).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    throw wrong({ pointer: '/type_id', message: 'There is no such document type', keyword: 'exists' })
  })
}

/** Default today; tomorrow here is today somewhere. */
function issuedOn({ fields: { issued_on } }: Upload): string {
  const day = (offset: number) => new Date(Date.now() + offset * 24 * 60 * 60_000).toISOString().slice(0, 10)
  if (!issued_on) return day(0)
  const time = new Date(`${issued_on}T00:00:00Z`)
  const isDate = !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === issued_on
  if (!isDate) throw wrong({ pointer: '/issued_on', message: 'Enter a date, as 2026-11-20', keyword: 'format' })
  if (issued_on > day(1)) throw wrong({ pointer: '/issued_on', message: 'This lies in the future', keyword: 'past' })
  return issued_on
}

const wrong = (found: InvalidValue) => invalid_values([found])

async function requireActive(clients: RecordStore<Client>, id: number): Promise<void> {
  if (!(await clients.get(id)).archived) return
  const detail = `The client [${id}] is archived and takes no documents. Restore it first.`
  throw new ApiError('client_archived', { status: 409, title: 'Archived', detail, allowed: ['restore'] })
}

async function lastRevision(db: Knex, place: { client_id: number; type_id: number }): Promise<number> {
  const last = await db('clients_documents')
    .where(place)
    .orderBy('revision', 'desc')
    .first<{ revision: number }>('revision')
  return last === undefined ? 0 : last.revision
}
