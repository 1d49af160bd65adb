import {
  type Contribution,
  type Knex,
  type PluginContext,
  type RecordStore,
  scoped_rows,
  type Static,
  Type,
} from '@atrium/sdk'
import type { Calendar } from '../calendar.ts'
import { Client } from '../clients/client.ts'
import { readTimeline, TimelineEntry } from '../clients/timeline.ts'
import { DocumentType } from '../documents/document-types.ts'
import { Document, shown, StoredDocument } from '../documents/document.ts'
import type { Settings } from '../settings.ts'

/** A document that a client has to hand in, and its state. */
const RequiredDocument = Type.Object({
  type_id: Type.Integer(),
  title: Type.String(),
  status: Type.Enum(['valid', 'expired', 'missing']),
  document_id: Type.Optional(Type.Integer()),
  expires_on: Type.Optional(Type.String({ format: 'date' })),
})
type RequiredDocument = Static<typeof RequiredDocument>

const Section = Type.Object({
  plugin: Type.String(),
  title: Type.String(),
  value: Type.Unknown({ description: 'What the plugin contributes, in a shape of its own' }),
})

const Failure = Type.Object({
  plugin: Type.String(),
  title: Type.String(),
  code: Type.String(),
  detail: Type.String(),
})

/** All data about a client from this and other plugins. */
export const ClientRecord = Type.Object(
  {
    client: Client,
    documents: Type.Array(Document, { description: 'The current document of each type' }),
    required_documents: Type.Array(RequiredDocument),
    timeline: Type.Array(TimelineEntry, { description: 'The latest 100 entries' }),
    sections: Type.Array(Section, { description: 'What other plugins know about the client' }),
    failed_sections: Type.Array(Failure, { description: 'Plugins that did not answer, and why' }),
  },
  { title: 'ClientRecord' },
)
export type ClientRecord = Static<typeof ClientRecord>

/** The most documents and timeline entries of one record. */
const MOST_DOCUMENTS = 500
const MOST_ENTRIES = 100

/** Reads the record of a client. Plugins that fail are listed in `failed_sections`; the rest of the record is complete. */
export async function readClientRecord(
  client: Client,
  { db, contributions }: Pick<PluginContext<Settings>, 'db' | 'contributions'>,
  { documents, calendar }: { documents: RecordStore<StoredDocument>; calendar: Calendar },
): Promise<ClientRecord> {
  const [current, timeline, contributed] = await Promise.all([
    currentDocuments(documents, client.id),
    readTimeline(db, client.id, { limit: MOST_ENTRIES }),
    contributions('clients.record', { client_id: client.id }),
  ])
  const today = calendar.dateAt(new Date())
  return {
    client,
    documents: current,
    required_documents: await requiredDocuments(db, client, { current, today }),
    timeline,
    ...bySuccess(contributed),
  }
}

async function currentDocuments(documents: RecordStore<StoredDocument>, client_id: number): Promise<Document[]> {
  const filters = [
    { field: 'client_id', comparison: 'eq', values: [client_id] },
    { field: 'is_current', comparison: 'eq', values: [true] },
  ] as const
  const sort = [{ field: 'type_id', order: 'asc' }] as const
  const { rows } = await documents.list({ filters, sort, offset: 0, limit: MOST_DOCUMENTS })
  return rows.map(shown)
}

/** The documents required of this kind of client, by title, each with its state today. */
async function requiredDocuments(
  db: Knex,
  { kind }: Client,
  { current, today }: { current: readonly Document[]; today: string },
): Promise<RequiredDocument[]> {
  const types = await scoped_rows(db, 'clients_document_types', DocumentType)
    .whereIn('required_for', [kind, 'both'])
    .orderBy('title')
    .select<{ id: number; title: string | null }[]>('id', 'title')
  const expiries = await seenExpiries(db, current)
  return types.map(({ id, title: seen }) => {
    const title = seen ?? `Type ${id}`
    const document = current.find(({ type_id }) => type_id === id)
    if (document === undefined) return { type_id: id, title, status: 'missing' }
    const expires_on = expiries.get(document.id)
    const isExpired = expires_on !== undefined && expires_on < today
    const status = isExpired ? 'expired' : 'valid'
    return { type_id: id, title, status, document_id: document.id, ...(expires_on !== undefined && { expires_on }) }
  })
}

/** The expiry dates of documents that the caller may see, by the id of the document. */
async function seenExpiries(db: Knex, documents: readonly Document[]): Promise<Map<number, string>> {
  const ids = documents.map(({ id }) => id)
  const seen = await scoped_rows(db, 'clients_documents', StoredDocument)
    .whereIn('id', ids)
    .whereNotNull('expires_on')
    .pluck<number[]>('id')
  return new Map(
    documents.flatMap(({ id, expires_on }) =>
      expires_on !== undefined && seen.includes(id) ? [[id, expires_on]] : [],
    ),
  )
}

function bySuccess(contributed: readonly Contribution[]): Pick<ClientRecord, 'sections' | 'failed_sections'> {
  const sections: ClientRecord['sections'] = []
  const failed_sections: ClientRecord['failed_sections'] = []
  for (const each of contributed) {
    const { plugin, title } = each
    if ('error' in each) failed_sections.push({ plugin, title, ...each.error })
    else sections.push({ plugin, title, value: each.value })
  }
  return { sections, failed_sections }
}
