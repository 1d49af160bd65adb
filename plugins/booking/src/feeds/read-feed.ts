import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ApiError, type Knex, type PluginContext, with_headers } from '@atrium/sdk'
import { bookingEvent, type CalendarBooking } from '../icalendar/booking-event.ts'
import { calendarText } from '../icalendar/calendar-text.ts'
import { DAY } from '../slots/span.ts'
import { clientNames } from './client-names.ts'
import { feedOf } from './feed-token.ts'
import type { Feed } from './feed.ts'

/** In a feed is what begins within these days around today. */
const BEFORE = 30
const AHEAD = 366
const MOST_EVENTS = 10_000

interface FeedRow extends CalendarBooking {
  readonly client_id: number
  readonly service: string
  readonly location: string
  readonly address: string | null
}

/**
 * The calendar that a token opens. It differs only where bookings do, so its hash is its ETag.
 * @throws ApiError 404 for a token of nothing
 */
export async function readFeed(file: string, context: Pick<PluginContext, 'db' | 'call'>): Promise<Readable> {
  const token = /^([\w-]{43})\.ics$/.exec(file)?.[1]
  const feed = token === undefined ? undefined : await feedOf(token, context.db)
  if (feed === undefined) throw new ApiError('record_not_found', { detail: 'There is no such calendar.' })
  const rows = await rowsOf(feed, context.db)
  const names = feed.shows === 'client' ? await clientNames(rows, context) : undefined
  const text = calendarText(
    feed.name,
    rows.map((row) => bookingEvent(row, textOf(row, names))),
  )
  return with_headers(Readable.from([text]), {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'inline; filename="bookings.ics"',
    'cache-control': 'private, no-cache',
    etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
  })
}

function textOf({ client_id, service, location, address }: FeedRow, names: ReadonlyMap<number, string> | undefined) {
  if (names === undefined) return { summary: 'Busy' }
  const name = names.get(client_id)
  return {
    summary: name === undefined ? service : `${service}: ${name}`,
    location: address === null ? location : `${location}, ${address}`,
  }
}

async function rowsOf({ specialist_id }: Feed, db: Knex): Promise<FeedRow[]> {
  const today = Math.floor(Date.now() / DAY) * DAY
  const query = db('booking_bookings as booking')
    .join('booking_services as service', 'service.id', 'booking.service_id')
    .join('booking_locations as location', 'location.id', 'booking.location_id')
    .whereBetween('booking.starts_at', [
      new Date(today - BEFORE * DAY).toISOString(),
      new Date(today + AHEAD * DAY).toISOString(),
    ])
    .orderBy(['booking.starts_at', 'booking.id'])
    .limit(MOST_EVENTS)
    .select('booking.*', 'service.name as service', 'location.name as location', 'location.address as address')
  if (specialist_id) query.where('booking.specialist_id', specialist_id)
  return (await query) as FeedRow[]
}
