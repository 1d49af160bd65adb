import type { PluginContext, RecordStore, Routes } from '@atrium/sdk'
import type { Client } from '../clients/client.ts'
import { documentTable } from '../documents/document-table.ts'
import type { Settings } from '../settings.ts'
import { createCalendar } from '../calendar.ts'
import { summarize, Summary, SummaryQuery } from '../summary/summary.ts'
import { ClientRecord, readClientRecord } from '../record/client-record.ts'

/** What is read of one client as a whole, and of all together. */
export function recordRoutes(routes: Routes, context: PluginContext<Settings>, clients: RecordStore<Client>): void {
  const { db, settings } = context
  const calendar = createCalendar(settings.zone)
  const documents = documentTable(db)
  routes
    .get(
      '/clients/{id}/record',
      {
        permission: 'clients.records.view',
        summary: 'All that is known of a client',
        description: 'Master data, documents and what is missing, what happened, and what other plugins know.',
        response: ClientRecord,
      },
      async ({ params }) => readClientRecord(await clients.get(params.id), context, { documents, calendar }),
    )
    .get(
      '/clients/summary',
      {
        summary: 'How many clients came and went',
        description: 'By days of the practice, each figure beside the one of as many days before. At most 366 days.',
        query: SummaryQuery,
        response: Summary,
      },
      ({ query }) => summarize(db, query, calendar),
    )
}
