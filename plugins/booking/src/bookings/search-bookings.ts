import { ApiError, LARGEST_PAGE, type ListFilter, type PluginContext } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { readDays } from '../time/read-days.ts'
import { DAY } from '../time/span.ts'
import { zoneClock } from '../time/zone-clock.ts'

/**
 * Finds bookings by number (`#12`), client and day: `tomorrow`, `Montag`, `2026-11-23`, `23.11.2026`, `11/23`, `23 Nov`. A day and a name
 * together find the bookings of that client on that day. Words that can be a name as well as a day, such as `Morgen`, are searched as both.
 * Days are those of the practice.
 */
export const searchBookings =
  (context: Pick<PluginContext<Settings>, 'call' | 'settings'>) =>
  async (text: string): Promise<ListFilter[][]> => {
    const { zone } = context.settings
    const readings = readDays(text, today(zone))
    const alternatives = byNumber(text)
    for (const { days, rest } of readings) {
      const named = rest === '' ? [] : [await namedLike(rest, context)]
      alternatives.push(...days.map((day) => [...onDay(day, zone), ...named]))
    }
    const isName = readings.every(({ isSpelled }) => isSpelled)
    return isName ? [...alternatives, [await namedLike(text.trim(), context)]] : alternatives
  }

function byNumber(text: string): ListFilter[][] {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1]
  return number === undefined ? [] : [[{ field: 'id', comparison: 'eq', values: [Number(number)] }]]
}

const namedLike = async (text: string, context: Pick<PluginContext, 'call'>): Promise<ListFilter> => ({
  field: 'client_id',
  comparison: 'eq',
  values: await clientsNamed(text, context),
})

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

function onDay(day: string, zone: string): ListFilter[] {
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
