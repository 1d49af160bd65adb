import {
  ApiError,
  type InvalidValue,
  invalid_values,
  type Knex,
  type RecordStore,
  type WritableStore,
} from '@atrium/sdk'
import { addDays, addMonths, type Calendar } from '../calendar.ts'
import type { Client } from '../clients/client.ts'
import { addToTimeline } from '../clients/timeline.ts'
import type { Upload } from '../receive-upload.ts'
import { changeDocuments, lockClient } from './document-table.ts'
import type { DocumentType } from './document-types.ts'
import { type Document, shown, type StoredDocument } from './document.ts'

/** The stores that documents are written to and checked against. */
export interface DocumentStores {
  readonly db: Knex
  readonly clients: RecordStore<Client>
  readonly types: RecordStore<DocumentType>
  readonly documents: WritableStore<StoredDocument>
}

/**
 * Adds an uploaded file as the next revision of its type.
 * @param options.calendar tells which day is today, the date of issue unless the upload names another
 * @throws ApiError 409 `client_archived`; 415, 422 if the type does not accept the file
 */
export async function addDocument(
  upload: Upload,
  client: Client,
  { calendar, ...stores }: DocumentStores & { readonly calendar: Calendar },
): Promise<Document> {
  const { db, documents } = stores
  const type = await typeOf(upload, stores.types)
  const issued_on = issuedOn(upload, calendar.dateAt(new Date()))
  const media_type = await checkContent(upload, type)
  const { key: file_key, size, sha256 } = upload.file
  const { validity_months } = type
  const expires_on = validity_months === undefined ? undefined : addMonths(issued_on, validity_months)
  return db.transaction(async () => {
    await lockClient(db, client.id)
    await requireActive(stores.clients, client.id)
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
    throw wrong({ pointer: '/type_id', message: 'This document type does not exist', keyword: 'exists' })
  })
}

/** The date of issue, by default today. Tomorrow by UTC is accepted: in some time zones it has already begun. */
function issuedOn({ fields: { issued_on } }: Upload, today: string): string {
  if (!issued_on) return today
  const time = new Date(`${issued_on}T00:00:00Z`)
  const isDate = !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === issued_on
  if (!isDate) throw wrong({ pointer: '/issued_on', message: 'Enter a date such as 2026-11-20', keyword: 'format' })
  if (issued_on > addDays(new Date().toISOString().slice(0, 10), 1))
    throw wrong({ pointer: '/issued_on', message: 'Enter a date that is not in the future', keyword: 'past' })
  return issued_on
}

const wrong = (found: InvalidValue) => invalid_values([found])

/** Browsers declare these for files of unknown type. */
const UNDECLARED = new Set(['', 'application/octet-stream', 'binary/octet-stream'])

/**
 * Detects the media type from the content of the file.
 * @throws ApiError 415 if the document type does not accept it, 422 if the sender declared another one
 */
async function checkContent({ head, name, declared }: Upload, { title, media_types }: DocumentType): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  const detected = (await fileTypeFromBuffer(head))?.mime
  if (detected === undefined || !(media_types as readonly string[]).includes(detected)) {
    const found = detected === undefined ? 'The type of its content is unknown' : `Its content is [${detected}]`
    throw new ApiError('media_type_unsupported', {
      detail: `The file [${name}] cannot be a [${title}]. ${found}. Send one of [${media_types.join('], [')}].`,
    })
  }
  if (UNDECLARED.has(declared) || declared === detected) return detected
  const message = `This file is declared as ${declared}, but its content is ${detected}`
  throw invalid_values([{ pointer: '/file', message, keyword: 'contentMediaType' }])
}

async function requireActive(clients: RecordStore<Client>, id: number): Promise<void> {
  if (!(await clients.get(id)).archived) return
  const detail = `The client [${id}] is archived and cannot get new documents. Restore it first.`
  throw new ApiError('client_archived', { status: 409, title: 'Archived', detail, allowed: ['restore'] })
}

async function lastRevision(db: Knex, place: { client_id: number; type_id: number }): Promise<number> {
  const last = await db('clients_documents')
    .where(place)
    .orderBy('revision', 'desc')
    .first<{ revision: number }>('revision')
  return last === undefined ? 0 : last.revision
}
