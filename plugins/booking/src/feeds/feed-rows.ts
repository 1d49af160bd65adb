import { createHash } from 'node:crypto'
import type { Knex } from '@atrium/sdk'
import type { CalendarBooking } from '../icalendar.ts'
import { DAY } from '../time/span.ts'
import type { OpenedFeed } from './feed.ts'

/** A feed contains the bookings that start between this many days ago and this many days from now. */
const BEFORE = 30
const AHEAD = 366
const MOST_EVENTS = 10_000

export interface FeedRow extends CalendarBooking {
  readonly client_id: number
  readonly service: string
  readonly location: string
  readonly address: string | null
}

/** The bookings of a feed, ordered by start. */
export async function feedRows(feed: OpenedFeed, db: Knex): Promise<FeedRow[]> {
  const rows: FeedRow[] = await bookingsOf(feed, db)
    .join('booking_services as service', 'service.id', 'booking.service_id')
    .join('booking_locations as location', 'location.id', 'booking.location_id')
    .orderBy(['booking.starts_at', 'booking.id'])
    .limit(MOST_EVENTS)
    .select('booking.*', 'service.name as service', 'location.name as location', 'location.address as address')
  return rows
}

/**
 * The ETag of a feed, from a single query: every change to a booking increments its version. A changed name shows up with the next
 * changed booking, or the next day.
 */
export async function feedTag(feed: OpenedFeed, db: Knex): Promise<string> {
  const state: unknown = await bookingsOf(feed, db)
    .first()
    .count('booking.id as bookings')
    .sum('booking.version as versions')
    .max('booking.id as latest')
  return createHash('sha256')
    .update(JSON.stringify([feed, today(), state]))
    .digest('base64url')
}

function bookingsOf({ specialist_id }: OpenedFeed, db: Knex) {
  const from = new Date(today() - BEFORE * DAY).toISOString()
  const until = new Date(today() + AHEAD * DAY).toISOString()
  const query = db('booking_bookings as booking').whereBetween('booking.starts_at', [from, until])
  return specialist_id === null ? query : query.where('booking.specialist_id', specialist_id)
}

/** UTC midnight, so that the range of a feed is the same all day. */
const today = () => Math.floor(Date.now() / DAY) * DAY
