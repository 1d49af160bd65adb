import { table_store, type Knex } from '@atrium/sdk'
import { Quote } from './quote.ts'

/** All quotes that were given. */
export const quoteTable = (db: Knex) =>
  table_store(db, 'booking_quotes', Quote, {
    sort: ['created_at', 'expires_at', 'total'],
    filter: ['service_id', 'expires_at', 'created_at'],
  })
