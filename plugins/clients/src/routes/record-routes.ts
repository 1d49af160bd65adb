import type { PluginContext, RecordStore, Routes } from '@atrium/sdk'
import type { Client } from '../clients/client.ts'
import { documentTable } from '../documents/document-table.ts'
import type { Settings } from '../settings.ts'
import { createCalendar } from '../calendar.ts'
import { summarize, Summary, SummaryQuery } from '../summary/summary.ts'
import { ClientRecord, readClientRecord } from '../record/client-record.ts'

/** The record of one client, and the summary of all. */
export function recordRoutes(routes: Routes, context: PluginContext<Settings>, clients: RecordStore<Client>): void {
  const { db, settings } = context
  const calendar = createCalendar(settings.zone)
  const documents = documentTable(db)
  routes
    .get(
      '/clients/{id}/record',
      {
        permission: 'clients.records.view',
        summary: 'Everything known about a client',
        description: 'Master data, documents and which are missing, the timeline, and what other plugins know.',
        response: ClientRecord,
      },
      async ({ params }) => readClientRecord(await clients.get(params.id), context, { documents, calendar }),
    )
    .get(
      '/clients/summary',
      {
        summary: 'Count new and archived clients',
        description:
          'Each figure beside that of the period before. At most 366 days, in the time zone of the settings.',
        query: SummaryQuery,
        response: Summary,
      },
      ({ query }) => summarize(db, query, calendar),
    )
}
