import { createHash, randomBytes } from 'node:crypto'
import { type Knex, type RecordId, type Static, table_store, Type } from '@atrium/sdk'
import { reference, requireReferences } from '../catalog/reference.ts'

/** A calendar that programs subscribe to by a secret address. */
export const Feed = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 80, description: 'What calendar programs call it' }),
    specialist_id: Type.Optional(reference('Specialist', 'Whose bookings. Default: those of the whole practice')),
    shows: Type.Enum(['busy', 'client'], {
      default: 'busy',
      description: '`busy`: when, and nothing more. `client`: also the service, the client and the place',
    }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Calendar feed' },
)
export type Feed = Static<typeof Feed>

/** What somebody sends to make a feed. */
export const FeedRequest = Type.Object(Type.Pick(Feed, ['name', 'specialist_id', 'shows']).properties, {
  title: 'CalendarFeedRequest',
  additionalProperties: false,
})

/** A feed at the one moment at which its address is told. */
export const NewFeed = Type.Object(
  {
    ...Feed.properties,
    path: Type.Unsafe<string>({
      type: 'string',
      secret: true,
      description: 'Below the address of the platform. Whoever knows it reads the calendar: it is told this once',
    }),
  },
  { title: 'NewCalendarFeed' },
)
export type NewFeed = Static<typeof NewFeed>

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

/** Makes a feed. Its address is in the answer and nowhere else: the database has a hash of it. */
export async function createFeed(values: Partial<Feed>, db: Knex): Promise<NewFeed> {
  const feed = await feedTable(db).create(values)
  return withNewToken(feed, db)
}

/** Gives a feed another address; the one before leads nowhere from then on. @throws ApiError 404 */
export const rotateFeed = async (id: RecordId, db: Knex): Promise<NewFeed> =>
  withNewToken(await feedTable(db).get(id), db)

/** A feed, as far as its readers see it. */
export interface OpenedFeed extends Pick<Feed, 'id' | 'name' | 'shows'> {
  /** Null for the whole practice. */
  readonly specialist_id: number | null
}

/** The feed that a token is for. */
export const feedOf = (token: string, db: Knex): Promise<OpenedFeed | undefined> =>
  db('booking_feeds')
    .where({ token_hash: hashOf(token) })
    .first('id', 'name', 'specialist_id', 'shows')

async function withNewToken(feed: Feed, db: Knex): Promise<NewFeed> {
  const token = randomBytes(32).toString('base64url')
  await db('booking_feeds')
    .where({ id: feed.id })
    .update({ token_hash: hashOf(token), version: db.raw('version + 1') })
  return { ...feed, path: `/api/v1/booking/feeds/${token}.ics` }
}

/** A token is as random as a hash, so neither salt nor a slow hash makes it safer. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
