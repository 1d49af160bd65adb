import { dayOf, startOfDay } from '../values/calendar-day.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import { instantAt, wallClock } from '../values/dates.ts'

/** The part of an entry on one day. An entry that is short enough to be shown by hours on each of its days has several. */
export interface Segment {
  readonly id: string
  readonly entry: CalendarEntry
  readonly start: Date
  readonly end: Date
}

/** Further entries without room: their number and time. */
export interface More {
  readonly id: string
  readonly day: string
  readonly start: Date
  readonly end: Date
  readonly count: number
}

const A_DAY = 86_400_000

/** Whether an entry is shown above the hours: it lasts longer than a day. */
export const isLong = ({ start, end }: Pick<CalendarEntry, 'start' | 'end'>) => end.getTime() - start.getTime() > A_DAY

/** An entry split by days: one that crosses midnight has a part on both, and a long one stays whole. */
export function segmentsOf(entry: CalendarEntry): Segment[] {
  const { id, start, end } = entry
  const midnight = startOfDay(dayOf(start), { plus: 1 })
  if (isLong(entry) || end <= midnight) return [{ id: String(id), entry, start, end }]
  return [
    { id: String(id), entry, start, end: midnight },
    { id: `${id} later`, entry, start: midnight, end },
  ]
}

/** The position of a segment or `More` on its day: the shares of its width, and whether a strip for `More` is kept free at the end. */
export interface Lane {
  readonly at: number
  readonly span: number
  readonly of: number
  readonly besideMore: boolean
}

/** The visible segments of one day, each with its lane, and the entries without room. */
export interface DayLayout {
  readonly shown: readonly (readonly [Segment, Lane])[]
  readonly more: readonly More[]
}

/**
 * Places the segments of a day side by side. Of overlapping segments, at most `most` are placed side by side; if there are more, `fewer`
 * are placed beside a strip that counts the rest by the hour in which they start.
 */
export function layDay(segments: readonly Segment[], { most, fewer }: { most: number; fewer: number }): DayLayout {
  const layouts = clusters(segments).map((cluster) => layCluster(cluster, { most, fewer }))
  return { shown: layouts.flatMap(({ shown }) => shown), more: byHour(layouts.flatMap(({ hidden }) => hidden)) }
}

/** Groups segments that overlap, directly or through others. */
function clusters(segments: readonly Segment[]): Segment[][] {
  const sorted = segments.toSorted((a, b) => Number(a.start) - Number(b.start) || Number(b.end) - Number(a.end))
  const found: Segment[][] = []
  let until = 0
  for (const segment of sorted) {
    if (segment.start.getTime() >= until) found.push([])
    found.at(-1)?.push(segment)
    until = Math.max(until, segment.end.getTime())
  }
  return found
}

function layCluster(cluster: readonly Segment[], { most, fewer }: { most: number; fewer: number }) {
  const lanes: Segment[][] = []
  const placed = cluster.map((segment) => {
    const free = lanes.findIndex((lane) => (lane.at(-1)?.end ?? segment.start) <= segment.start)
    const at = free === -1 ? lanes.length : free
    ;(lanes[at] ??= []).push(segment)
    return { segment, at }
  })
  const besideMore = lanes.length > most
  const of = besideMore ? fewer : lanes.length
  const visible = lanes.slice(0, of)
  return {
    shown: placed.flatMap(({ segment, at }) =>
      at < of ? [[segment, { at, span: spanOf(segment, at, visible), of, besideMore }] as const] : [],
    ),
    hidden: placed.flatMap(({ segment, at }) => (at < of ? [] : [segment])),
  }
}

/** The number of lanes that a segment may fill: up to the next one that is occupied at its time. */
function spanOf({ start, end }: Segment, at: number, lanes: readonly Segment[][]): number {
  const taken = lanes.findIndex(
    (lane, index) => index > at && lane.some((other) => other.start < end && other.end > start),
  )
  return (taken === -1 ? lanes.length : taken) - at
}

const AN_HOUR = 3_600_000

function byHour(hidden: readonly Segment[]): More[] {
  const counts = new Map<string, number>()
  for (const { start } of hidden) {
    const hour = wallClock(start).slice(0, 13)
    counts.set(hour, (counts.get(hour) ?? 0) + 1)
  }
  return [...counts].map(([hour, count]) => {
    const day = hour.slice(0, 10)
    const start = instantAt(`${hour}:00:00`) ?? startOfDay(day)
    const end = Math.min(start.getTime() + AN_HOUR, startOfDay(day, { plus: 1 }).getTime())
    return { id: `more ${hour}`, day, start, end: new Date(end), count }
  })
}

/** The most entries that a month shows on a day. */
const ROWS = 3

/** The content of a month's days. */
interface MonthLayout {
  /** Entries by the day they start on, and long entries. */
  readonly shown: readonly Segment[]
  /** For each day, the entries that are not shown, or all of them. */
  readonly more: readonly (More & { readonly isAll: boolean })[]
}

/**
 * Chooses the entries that a month shows: those that fit on their days. `counts` is the number of entries of each day if not all are
 * loaded; then no entries are shown, so that all days look alike.
 */
export function layMonth(
  entries: readonly CalendarEntry[],
  counts: ReadonlyMap<string, number> | undefined,
): MonthLayout {
  if (counts !== undefined) {
    const busy = [...counts].filter(([, count]) => count > 0)
    return { shown: [], more: busy.map(([day, count]) => ({ ...atEndOf(day), count, isAll: true })) }
  }
  const long = entries.filter(isLong)
  const short = entries.filter((entry) => !isLong(entry))
  const shown: Segment[] = long.map((entry) => ({ ...entry, id: String(entry.id), entry }))
  const more: MonthLayout['more'][number][] = []
  for (const [day, due] of byDay(short.flatMap((entry) => segmentsOf(entry).slice(0, 1)))) {
    const taken = long.filter(({ start, end }) => dayOf(start) <= day && startOfDay(day) < end).length
    const fits = taken + due.length <= ROWS ? due.length : Math.max(0, ROWS - 1 - taken)
    shown.push(...due.slice(0, fits))
    if (fits < due.length) more.push({ ...atEndOf(day), count: due.length - fits, isAll: fits === 0 })
  }
  return { shown, more }
}

/** The number of entries of each day that has any. */
export const countByDay = (entries: readonly CalendarEntry[]): Map<string, number> =>
  new Map([...byDay(entries.flatMap(segmentsOf))].map(([day, segments]) => [day, segments.length]))

/** Segments by the day they start on. */
export function byDay(segments: readonly Segment[]): Map<string, Segment[]> {
  const days = new Map<string, Segment[]>()
  for (const segment of segments) {
    const day = dayOf(segment.start)
    const due = days.get(day)
    if (due) due.push(segment)
    else days.set(day, [segment])
  }
  return days
}

/** Below all entries of a day. */
const atEndOf = (day: string) => {
  const end = startOfDay(day, { plus: 1 })
  return { id: `more ${day}`, day, start: new Date(end.getTime() - 1000), end }
}
