import { ApiError, LARGEST_PAGE, type ListFilter, type PluginContext } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { DAY, utcDate } from '../time/span.ts'
import { zoneClock } from '../time/zone-clock.ts'

/**
 * Finds bookings by number (`#12`), client and day: `tomorrow`, `2026-11-23`, `23.11.2026`, `23 Nov`, `Nov 23`. A day and a name together
 * find the bookings of that client on that day. Days are those of the practice.
 */
export const searchBookings =
  (context: Pick<PluginContext<Settings>, 'call' | 'settings'>) =>
  async (text: string): Promise<ListFilter[][]> => {
    const { day, rest } = splitDay(text, today(context.settings.zone))
    const onDay = day === undefined ? [] : filtersOf(day, context.settings.zone)
    const number = /^#?(\d{1,9})$/.exec(text)?.[1]
    const byNumber: ListFilter[][] =
      number === undefined ? [] : [[{ field: 'id', comparison: 'eq', values: [Number(number)] }]]
    if (rest === '') return [...byNumber, onDay]
    const clients = await clientsNamed(rest, context)
    return [...byNumber, [...onDay, { field: 'client_id', comparison: 'eq', values: clients }]]
  }

/** The clients that the caller finds by these words. None if the caller may not list clients. */
async function clientsNamed(text: string, { call }: Pick<PluginContext, 'call'>): Promise<number[]> {
  const query = { q: text, _start: '0', _end: String(LARGEST_PAGE) }
  try {
    const clients = (await call('GET', '/api/v1/clients/clients', { query })) as { id: number }[]
    return clients.map(({ id }) => id)
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

function filtersOf(day: string, zone: string): ListFilter[] {
  const start = Date.parse(day)
  const clock = zoneClock(zone, { from: start, until: start + DAY })
  const at = (time: number) => [new Date(time).toISOString()]
  return [
    { field: 'starts_at', comparison: 'gte', values: at(clock.instantOf(day, '00:00')) },
    { field: 'starts_at', comparison: 'lte', values: at(clock.instantOf(day, '24:00') - 1) },
  ]
}

function today(zone: string): string {
  const now = Date.now()
  return zoneClock(zone, { from: now, until: now + DAY }).dayOf(now)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`
const NAMED: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }

/** The formats of a day: the groups are year, month and day. */
const WRITTEN: readonly {
  readonly pattern: RegExp
  readonly order: readonly [year: number, month: number, day: number]
}[] = [
  { pattern: /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/, order: [1, 2, 3] },
  { pattern: /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})?(?!\d)/, order: [3, 2, 1] },
  { pattern: new RegExp(`\\b(\\d{1,2})\\.? ${MONTH}(?: (\\d{4}))?(?!\\w)`, 'i'), order: [3, 2, 1] },
  { pattern: new RegExp(`\\b${MONTH} (\\d{1,2})(?:,? (\\d{4}))?(?!\\w)`, 'i'), order: [3, 1, 2] },
]

/** The first day in a text, and the rest of the text. A day without a year is in this year. */
export function splitDay(text: string, now: string): { readonly day?: string; readonly rest: string } {
  const named = /\b(yesterday|today|tomorrow)\b/i.exec(text)
  if (named !== null) {
    const day = utcDate(Date.parse(now) + (NAMED[named[0].toLowerCase()] ?? 0) * DAY)
    return { day, rest: without(text, named[0]) }
  }
  for (const { pattern, order } of WRITTEN) {
    const found = pattern.exec(text)
    const [year = now.slice(0, 4), month = '', date = ''] = order.map((group) => found?.[group])
    const day = found === null ? undefined : dayOf({ year, month: monthOf(month), date })
    if (day !== undefined) return { day, rest: without(text, found?.[0] ?? '') }
  }
  return { rest: text.trim() }
}

const without = (text: string, part: string) => text.replace(part, ' ').replace(/\s+/g, ' ').trim()

function monthOf(written: string): string {
  const index = MONTHS.indexOf(written.slice(0, 3).toLowerCase())
  return index < 0 ? written : String(index + 1)
}

/** Undefined if there is no such day. */
function dayOf({ year, month, date }: { year: string; month: string; date: string }): string | undefined {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && utcDate(time) === day ? day : undefined
}
