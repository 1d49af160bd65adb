import { type Knex, table_store } from '@atrium/sdk'
import { Mail } from './mail.ts'

/** Every e-mail that there was an occasion for. */
export const mailTable = (db: Knex) =>
  table_store(db, 'booking_mails', Mail, {
    sort: ['created_at'],
    filter: ['booking_id', 'kind', 'status', 'created_at'],
  })
