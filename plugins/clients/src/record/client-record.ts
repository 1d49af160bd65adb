import type { Contribution, PluginContext, RecordStore, Static, Knex } from '@atrium/sdk'
import { Type } from '@atrium/sdk'
import { Client } from '../clients/client.ts'
import type { DocumentType } from '../documents/document-types.ts'
import type { StoredDocument } from '../documents/document.ts'
import { Document, shown } from '../documents/document.ts'
import type { Settings } from '../settings.ts'
import type { Calendar } from '../calendar.ts'
import { readTimeline, TimelineEntry } from '../clients/timeline.ts'

/** A document that is asked of a client, and whether it is there. */
const RequiredDocument = Type.Object({
  type_id: Type.Integer(),
  title: Type.String(),
  status: Type.Enum(['valid', 'expired', 'missing']),
  document_id: Type.Optional(Type.Integer()),
  expires_on: Type.Optional(Type.String({ format: 'date' })),
})
type RequiredDocument = Static<typeof RequiredDocument>

/** What is asked of a kind of client, by title, and what there is of it today. */
async function requiredDocuments(
  db: Knex,
  { kind }: Client,
  { current, today }: { current: readonly Document[]; today: string },
): Promise<RequiredDocument[]> {
  const types = await db('clients_document_types')
    .whereIn('required_for', [kind, 'both'])
    .orderBy('title')
    .select<Pick<DocumentType, 'id' | 'title'>[]>('id', 'title')
  return types.map(({ id, title }) => {
    const document = current.find(({ type_id }) => type_id === id)
    if (document === undefined) return { type_id: id, title, status: 'missing' }
    const { expires_on } = document
    const isExpired = expires_on !== undefined && expires_on < today
    const status = isExpired ? 'expired' : 'valid'
    return { type_id: id, title, status, document_id: document.id, ...(expires_on !== undefined && { expires_on }) }
  })
}

const Section = Type.Object({
  plugin: Type.String(),
  title: Type.String(),
  value: Type.Unknown({ description: 'What that plugin shows of the client; its own shape' }),
})

const Failure = Type.Object({
  plugin: Type.String(),
  title: Type.String(),
  code: Type.String(),
  detail: Type.String(),
})

/** All that is known of a client, by this plugin and by others. */
export const ClientRecord = Type.Object(
  {
    client: Client,
    documents: Type.Array(Document, { description: 'The current one of each type' }),
    required_documents: Type.Array(RequiredDocument),
    timeline: Type.Array(TimelineEntry, { description: 'The latest 100' }),
    sections: Type.Array(Section, { description: 'What other plugins know of the client' }),
    failed_sections: Type.Array(Failure, { description: 'Who did not answer, and why' }),
  },
  { title: 'ClientRecord' },
)
export type ClientRecord = Static<typeof ClientRecord>

/** More documents and entries than these are read from their own lists. */
const DOCUMENTS = 500
const ENTRIES = 100

/** Puts together what is known of a client. A plugin that fails is named, and keeps nobody from the rest. */
export async function readClientRecord(
  client: Client,
  { db, contributions }: Pick<PluginContext<Settings>, 'db' | 'contributions'>,
  { documents, calendar }: { documents: RecordStore<StoredDocument>; calendar: Calendar },
): Promise<ClientRecord> {
  const [current, timeline, contributed] = await Promise.all([
    currentDocuments(documents, client.id),
    readTimeline(db, client.id, { limit: ENTRIES }),
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
  const { rows } = await documents.list({ filters, sort, offset: 0, limit: DOCUMENTS })
  return rows.map(shown)
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
