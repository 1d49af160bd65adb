import { type Contribution, type PluginContext, type RecordStore, type Static, Type } from '@atrium/sdk'
import { Client } from '../clients/client.ts'
import { Document, shown, type StoredDocument } from '../documents/document.ts'
import type { Settings } from '../settings.ts'
import type { Calendar } from '../summary/calendar.ts'
import { readTimeline } from '../timeline/read-timeline.ts'
import { TimelineEntry } from '../timeline/timeline.ts'
import { RequiredDocument, requiredDocuments } from './required-documents.ts'

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
