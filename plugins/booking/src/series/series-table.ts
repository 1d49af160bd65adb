import { type Knex, table_store } from '@atrium/sdk'
import { Series } from './series.ts'

/** All series that were booked. */
export const seriesTable = (db: Knex) =>
  table_store(db, 'booking_series', Series, {
    sort: ['starts_at', 'created_at'],
    filter: ['client_id', 'service_id', 'specialist_id', 'starts_at', 'created_at'],
    search: ['notes'],
  })
