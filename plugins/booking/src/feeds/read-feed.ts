import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { answer, ApiError, LARGEST_PAGE, type PluginContext } from '@atrium/sdk'
import { bookingEvent, calendarParts } from '../icalendar.ts'
import { type FeedRow, feedRows, feedTag } from './feed-rows.ts'
import { feedOf, type OpenedFeed } from './feed.ts'

/** The requested file, and the ETag that the reader has. */
export interface FeedRequest {
  /** `<token>.ics` */
  readonly file: string
  readonly if_none_match: string | undefined
}

type Context = Pick<PluginContext, 'db' | 'call'>

/**
 * The calendar of a token. If the reader's ETag is current, the body is empty and the answer is 304.
 * @throws ApiError 404 for an unknown token
 */
export async function readFeed({ file, if_none_match }: FeedRequest, context: Context) {
  const token = /^([\w-]{43})\.ics$/.exec(file)?.[1]
  const feed = token === undefined ? undefined : await feedOf(token, context.db)
  if (feed === undefined) throw new ApiError('record_not_found', { detail: 'This calendar does not exist.' })
  const tag = await feedTag(feed, context.db)
  const parts = if_none_match?.includes(tag) === true ? [] : await partsOf(feed, context)
  return answer(Readable.from(parts), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="bookings.ics"',
      'cache-control': 'private, no-cache',
      etag: `"${tag}"`,
    },
  })
}

async function partsOf(feed: OpenedFeed, context: Context): Promise<AsyncIterable<string>> {
  const rows = await feedRows(feed, context.db)
  const names = feed.shows === 'client' ? await clientNames(rows, context) : undefined
  return inTurns(
    calendarParts(
      feed.name,
      rows.map((row) => bookingEvent(row, textOf(row, names))),
    ),
  )
}

/** Writing the calendar of a whole practice takes seconds, so other requests get a turn between parts. */
async function* inTurns(parts: Iterable<string>): AsyncGenerator<string, void> {
  for (const part of parts) {
    yield part
    await setImmediate()
  }
}

function textOf({ client_id, service, location, address }: FeedRow, names: ReadonlyMap<number, string> | undefined) {
  if (names === undefined) return { summary: 'Busy' }
  const name = names.get(client_id)
  return {
    summary: name === undefined ? service : `${service}: ${name}`,
    location: address === null ? location : `${location}, ${address}`,
  }
}

interface Client {
  readonly id: number
  readonly display_name: string
}

/** The names of the clients, without those that no longer exist. Nobody is signed in here, so the plugin asks on its own account. */
async function clientNames(
  rows: readonly { readonly client_id: number }[],
  { call }: Pick<PluginContext, 'call'>,
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(rows.map(({ client_id }) => client_id))]
  const names = new Map<number, string>()
  for (let at = 0; at < ids.length; at += LARGEST_PAGE) {
    const query = { id: ids.slice(at, at + LARGEST_PAGE).map(String), _end: String(LARGEST_PAGE) }
    const clients = (await call('GET', '/api/v1/clients/clients', { query, on_own_account: true })) as Client[]
    for (const { id, display_name } of clients) names.set(id, display_name)
  }
  return names
}
