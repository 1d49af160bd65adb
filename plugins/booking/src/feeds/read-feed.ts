import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { ApiError, LARGEST_PAGE, type PluginContext, with_headers } from '@atrium/sdk'
import { bookingEvent, calendarParts } from '../icalendar.ts'
import { type FeedRow, feedRows, feedTag } from './feed-rows.ts'
import { feedOf, type OpenedFeed } from './feed.ts'

/** Who asks for which file, and what it has of it. */
export interface FeedRequest {
  /** `<token>.ics` */
  readonly file: string
  readonly if_none_match: string | undefined
}

type Context = Pick<PluginContext, 'db' | 'call'>

/**
 * The calendar that a token opens; for who has it as it stands, nothing but its ETag, which is answered as 304.
 * @throws ApiError 404 for a token of nothing
 */
export async function readFeed({ file, if_none_match }: FeedRequest, context: Context): Promise<Readable> {
  const token = /^([\w-]{43})\.ics$/.exec(file)?.[1]
  const feed = token === undefined ? undefined : await feedOf(token, context.db)
  if (feed === undefined) throw new ApiError('record_not_found', { detail: 'There is no such calendar.' })
  const tag = await feedTag(feed, context.db)
  const parts = if_none_match?.includes(tag) === true ? [] : await partsOf(feed, context)
  return with_headers(Readable.from(parts), {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'inline; filename="bookings.ics"',
    'cache-control': 'private, no-cache',
    etag: `"${tag}"`,
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

/** A practice's calendar is seconds of work: others are served in between. */
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

/** What the clients of bookings are called, as far as they are there. Nobody is signed in here, so the plugin asks for itself. */
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
