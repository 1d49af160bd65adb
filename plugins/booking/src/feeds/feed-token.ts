import { createHash, randomBytes } from 'node:crypto'
import type { Knex, RecordId } from '@atrium/sdk'
import { feedTable } from './feed.ts'
import type { Feed, NewFeed } from './feed.ts'

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
