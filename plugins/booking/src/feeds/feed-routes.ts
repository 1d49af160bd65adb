import { created, type PluginContext, type Routes, Type } from '@atrium/sdk'
import { feedTable, FeedRequest, NewFeed, createFeed, rotateFeed } from './feed.ts'
import { readFeed } from './read-feed.ts'

/** Routes for calendar feeds. Managing feeds needs permission; reading one only needs its secret address. */
export function feedRoutes(routes: Routes, context: Pick<PluginContext, 'db' | 'call'>) {
  const { db } = context
  routes
    // Creating also returns the address. Deleting a feed revokes its address.
    .records('/calendar-feeds/{id}', feedTable(db), { writes: ['update', 'delete'] })
    .post(
      '/calendar-feeds',
      {
        summary: 'Create a calendar feed',
        description: 'The answer contains the secret address. It is shown only once: the database stores a hash.',
        body: FeedRequest,
        response: NewFeed,
      },
      async ({ body }) => created(await createFeed(body, db)),
    )
    .post(
      '/calendar-feeds/{id}/rotate',
      {
        summary: 'Replace the address of a calendar feed',
        description: 'The old address stops working. The new one is shown only once.',
        response: NewFeed,
      },
      ({ params: { id } }) => rotateFeed(id, db),
    )
    .get(
      '/feeds/{file}',
      {
        // Calendar programs cannot sign in, so the secret in the address grants access.
        open: true,
        summary: 'Read a calendar feed',
        media_type: 'text/calendar',
        etag: true,
        params: FeedFile,
        description:
          'RFC 5545: bookings from 30 days ago to a year ahead, including cancelled ones, at most 10,000. Anybody with the address may read it; a wrong address is 404.',
      },
      ({ params: { file }, headers }) => readFeed({ file, if_none_match: headers['if-none-match'] }, context),
    )
}

const FeedFile = Type.Object({ file: Type.String({ description: 'The secret in the address, with `.ics`' }) })
