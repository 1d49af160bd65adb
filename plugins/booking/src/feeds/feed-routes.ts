import { created, type Knex, type PluginContext, type RecordStore, type Routes } from '@atrium/sdk'
import { readOnly } from '../read-only.ts'
import { feedTable, type Feed, FeedRequest, NewFeed, createFeed, rotateFeed } from './feed.ts'
import { readFeed } from './read-feed.ts'

/** Calendar feeds: who may makes them, whoever has the address reads them. */
export function feedRoutes(routes: Routes, context: Pick<PluginContext, 'db' | 'call'>) {
  const { db } = context
  routes
    .records('/calendar-feeds/{id}', managedFeeds(db))
    .post(
      '/calendar-feeds',
      {
        summary: 'Create a calendar feed',
        description: 'The answer holds its secret address, which is told this once: the database keeps a hash of it.',
        body: FeedRequest,
        response: NewFeed,
      },
      async ({ body }) => created(await createFeed(body, db)),
    )
    .post(
      '/calendar-feeds/{id}/rotate',
      {
        summary: 'Give a calendar feed another address',
        description: 'The address before leads nowhere from then on; the new one is told this once.',
        response: NewFeed,
      },
      ({ params: { id } }) => rotateFeed(id, db),
    )
    .get(
      '/feeds/{file}',
      {
        // Calendar programs cannot sign in: knowing the secret in the address is what lets them read.
        open: true,
        summary: 'Read a calendar feed',
        description:
          'text/calendar (RFC 5545): bookings from 30 days ago to a year ahead, those that are cancelled too, at most 10,000. With an ETag. Whoever has the address may read; a wrong one is 404.',
      },
      ({ params: { file }, headers }) => readFeed({ file, if_none_match: headers['if-none-match'] }, context),
    )
}

/** All but making them, which answers more than the record. Deleting one revokes its address. */
function managedFeeds(db: Knex): RecordStore<Feed> {
  const feeds = feedTable(db)
  return {
    ...readOnly(feeds),
    update: (id, patch, options) => feeds.update(id, patch, options),
    delete: (id, options) => feeds.delete(id, options),
  }
}
