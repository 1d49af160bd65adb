import { createHash, randomBytes } from 'node:crypto'
import { type Knex, present_caller, type RecordId, type Static, table_store, Type } from '@atrium/sdk'
import { reference } from '../catalog/reference.ts'
import { requireReferences } from '../catalog/require-references.ts'
import { requireCalendarSeen } from '../require-seen.ts'
import { requireWritable } from '../require-writable.ts'

/** A calendar that programs subscribe to at a secret address. */
export const Feed = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 80, description: 'The name shown in calendar programs' }),
    specialist_id: Type.Optional(reference('Specialist', 'Default: the whole practice')),
    shows: Type.Enum(['busy', 'client'], {
      default: 'busy',
      description: '`busy` shows times only; `client` adds the service, the client and the location',
    }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Calendar feed' },
)
export type Feed = Static<typeof Feed>

/** The body of a request to create a feed. */
export const FeedRequest = Type.Object(Type.Pick(Feed, ['name', 'specialist_id', 'shows']).properties, {
  title: 'CalendarFeedRequest',
  additionalProperties: false,
})

/** A feed together with its address, which only this answer contains. */
export const NewFeed = Type.Object(
  {
    ...Feed.properties,
    path: Type.Unsafe<string>({
      type: 'string',
      title: 'Address',
      format: 'uri-reference',
      secret: true,
      description: 'Anybody who has it can read the calendar. Shown only once. Relative to the address of the platform',
    }),
  },
  { title: 'NewCalendarFeed' },
)
export type NewFeed = Static<typeof NewFeed>

/** The table of feeds, without their tokens. */
export const feedTable = (db: Knex) =>
  table_store(db, 'booking_feeds', Feed, {
    sort: ['name', 'created_at'],
    filter: ['specialist_id', 'created_at'],
    search: ['name'],
    before: async (feed, current) => {
      await requireReferences(db, feed, current)
      requireShown(feed)
      return feed
    },
  })

/**
 * Creates a feed. Only the answer contains its address: the database stores a hash.
 * @throws ApiError 403 for a field that the caller may not set, 422
 */
export async function createFeed(values: Partial<Feed>, db: Knex): Promise<NewFeed> {
  requireWritable({ table: 'booking_feeds', schema: Feed }, values)
  const feed = await feedTable(db).create(values)
  return withNewToken(feed, db)
}

/**
 * Gives a feed a new address; the old one stops working.
 * @throws ApiError 404, 403 for a feed that shows more than the caller sees
 */
export async function rotateFeed(id: RecordId, db: Knex): Promise<NewFeed> {
  const feed = await feedTable(db).get(id)
  requireShown(feed)
  return withNewToken(feed, db)
}

function requireShown(feed: Partial<Feed>): void {
  const caller = present_caller()
  if (caller) requireCalendarSeen(feed, caller)
}

/** A feed found by its token. */
export interface OpenedFeed extends Pick<Feed, 'id' | 'name' | 'shows'> {
  /** Null for the whole practice. */
  readonly specialist_id: number | null
}

/** The feed of a token. */
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

/** The token is random enough that a salt or a slow hash would add nothing. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
