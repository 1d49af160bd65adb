import { type Knex, table_store } from '@atrium/sdk'
import { requireReferences } from '../catalog/require-references.ts'
import { Feed } from './feed.ts'

/** The feeds that there are, without what they are read by. */
export const feedTable = (db: Knex) =>
  table_store(db, 'booking_feeds', Feed, {
    sort: ['name', 'created_at'],
    filter: ['specialist_id', 'created_at'],
    search: ['name'],
    before: async (feed) => {
      await requireReferences(db, feed)
      return feed
    },
  })
