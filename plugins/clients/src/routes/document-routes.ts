import {
  answer,
  ApiError,
  created,
  page,
  parse_list_query,
  type PluginContext,
  type RecordStore,
  type Routes,
  scoped_rows,
  Type,
} from '@atrium/sdk'
import { createCalendar } from '../calendar.ts'
import type { Client } from '../clients/client.ts'
import { addDocument, type DocumentStores } from '../documents/add-document.ts'
import { documentTable, removeDocument } from '../documents/document-table.ts'
import { documentTypes } from '../documents/document-types.ts'
import { Document, DocumentUpload, shown } from '../documents/document.ts'
import { withUpload } from '../receive-upload.ts'
import type { Settings } from '../settings.ts'

const MEGABYTE = 1_000_000

/** Documents and their types. A caller who may not see a client gets 404 for its documents. */
export function documentRoutes(routes: Routes, context: PluginContext<Settings>, clients: RecordStore<Client>): void {
  const { db } = context
  const types = documentTypes(db)
  const stores = { db, clients, types, documents: documentTable(db) }
  routes.records('/document-types/{id}', types)
  clientDocumentRoutes(routes, context, stores)
  documentRecordRoutes(routes, context, stores)
}

/** The documents of one client. */
function clientDocumentRoutes(
  routes: Routes,
  { files, settings }: PluginContext<Settings>,
  stores: DocumentStores,
): void {
  const { clients, documents } = stores
  const calendar = createCalendar(settings.zone)
  routes
    .get(
      '/clients/{id}/documents',
      {
        permission: 'clients.documents.view',
        summary: 'List the documents of a client',
        list: documents,
        response: Type.Array(Document),
      },
      async ({ params, query }) => {
        const { id: client_id } = await clients.get(params.id)
        const asked = parse_list_query(query, documents.schema, documents.rules)
        const own = { field: 'client_id', comparison: 'eq', values: [client_id] } as const
        const { rows, total, summary } = await documents.list({ ...asked, filters: [...asked.filters, own] })
        return page(rows.map(shown), total, { summary })
      },
    )
    .post(
      '/clients/{id}/documents',
      {
        permission: 'clients.documents.create',
        raw: true,
        once: true,
        transaction: false,
        multipart: DocumentUpload,
        summary: 'Add a document to a client',
        description:
          'The type of the file is detected from its content. A further document of the same type becomes its next revision.',
        response: Document,
      },
      async ({ params, once }, koa) => {
        const client = await clients.get(params.id)
        const limit = settings.document_limit_mb * MEGABYTE
        return withUpload(koa.req, { once, files, limit, takes: DocumentUpload }, async (upload) => {
          const document = await addDocument(upload, client, { ...stores, calendar })
          return answer(created(document), { headers: { location: `/api/v1/clients/documents/${document.id}` } })
        })
      },
    )
}

/** One document, by its own id. */
function documentRecordRoutes(routes: Routes, { db, files }: PluginContext<Settings>, stores: DocumentStores): void {
  const { clients, documents } = stores
  const find = async (id: string) => {
    const document = await documents.get(id)
    // The id of a client that the caller cannot see is not revealed.
    await clients.get(document.client_id).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      throw new ApiError('record_not_found', { detail: `There is no record [${id}].` })
    })
    return document
  }
  routes
    .get('/documents/{document_id}', { summary: 'Get a document', response: Document }, async ({ params }) =>
      shown(await find(params.document_id)),
    )
    .get(
      '/documents/{document_id}/content',
      {
        summary: 'Download a document',
        description: 'The original file, sent as an attachment.',
        media_type: '*/*',
      },
      async ({ params }) => {
        const { id, media_type, size, file_key } = await find(params.document_id)
        const [seen] = await scoped_rows(db, 'clients_documents', Document).where({ id })
        return answer(await files.open(file_key), {
          headers: {
            'content-type': media_type,
            'content-length': String(size),
            'content-disposition': contentDisposition(typeof seen?.name === 'string' ? seen.name : `document-${id}`),
            'cache-control': 'private, no-store',
          },
        })
      },
    )
    .delete(
      '/documents/{document_id}',
      {
        summary: 'Remove a document',
        description: 'Removes its file too. The previous revision becomes current.',
        response: Document,
        if_match: true,
      },
      async ({ params, headers }) =>
        removeDocument(await find(params.document_id), { db, files, documents, if_match: headers['if-match'] }),
    )
}

/** Makes a browser save the file under its own name, regardless of its content (RFC 6266, RFC 8187). */
function contentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
