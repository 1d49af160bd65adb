import { ApiError } from '@atrium/sdk'
import { Temporal } from 'temporal-polyfill'
import { zoneNamed } from './zone.ts'
import { DAY, type DateRange, MINUTE, type Span } from './span.ts'

/** Between wall time and instants in one zone. Exact within the span it was made for. */
export interface ZoneClock {
  readonly zone: string
  /**
   * The instant of a wall time, `24:00` included. One that comes twice is the earlier, one that a gap leaves out the end of the gap:
   * hours from 02:30 on begin at 03:00 on the day that has no 02:30.
   */
  instantOf(day: string, time: string): number
  /** `2027-03-28T03:00:00+02:00` */
  textOf(instant: number): string
  /** `2027-03-28` */
  dayOf(instant: number): string
}

/** Asks for the zone's offsets once and calculates from there: a month of slots of a dozen specialists has thousands of times. */
export function zoneClock(zone: string, { from, until }: Span): ZoneClock {
  const segments = offsetSegments(zone, { from: from - 2 * DAY, until: until + 2 * DAY })
  const segmentAt = (instant: number) => segments.find((segment) => instant < segment.until)
  const wallOf = (instant: number) => new Date(instant + (segmentAt(instant)?.offset ?? 0)).toISOString()
  return {
    zone,
    instantOf(day, time) {
      const wall = Date.parse(`${day}T${time}:00Z`)
      const segment = segments.find(({ until, offset }) => wall - offset < until)
      return segment === undefined ? wall : Math.max(wall - segment.offset, segment.from)
    },
    textOf: (instant) => wallOf(instant).slice(0, 19) + (segmentAt(instant)?.text ?? ''),
    dayOf: (instant) => wallOf(instant).slice(0, 10),
  }
}

/** A stretch of time in which a zone keeps its offset. */
interface OffsetSegment extends Span {
  /** Milliseconds east of UTC. */
  readonly offset: number
  /** As ISO 8601 has it: `+02:00`. */
  readonly text: string
}

/** The offsets of a zone within a span; the first and the last are taken to hold before and after it. */
function offsetSegments(zone: string, { from, until }: Span): readonly OffsetSegment[] {
  const segments: OffsetSegment[] = []
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    const isLast = next === null || next.epochMilliseconds >= until
    segments.push({
      from: segments.length === 0 ? -Infinity : at.epochMilliseconds,
      until: isLast ? Infinity : next.epochMilliseconds,
      // Zones of the past had seconds; ISO 8601 has none, so neither do we.
      offset: Math.round(at.offsetNanoseconds / 6e10) * MINUTE,
      text: at.offset.slice(0, 6),
    })
    if (isLast) return segments
    at = next
  }
}

const MOST_DAYS = 62

/** Days of a zone, as a query asks for them. */
interface DaysInZone {
  readonly days: DateRange
  readonly span: Span
  readonly clock: ZoneClock
}

/** From the beginning of the first to the end of the last day in a zone. @throws ApiError 400 `query_malformed` */
export function daySpan({ from, to }: DateRange, zone: string): DaysInZone {
  const named = zoneNamed(zone)
  if (named === undefined) throw malformed(`There is no time zone [${zone}]; write it as Europe/Berlin.`)
  const [first, last] = [Date.parse(from), Date.parse(to)]
  if (last < first) throw malformed(`[to] is ${to}, which is before [from], ${from}.`)
  if (last - first >= MOST_DAYS * DAY) throw malformed(`From ${from} to ${to} are more than ${MOST_DAYS} days.`)
  const clock = zoneClock(named, { from: first, until: last + DAY })
  return {
    days: { from, to },
    clock,
    span: { from: clock.instantOf(from, '00:00'), until: clock.instantOf(to, '24:00') },
  }
}

const malformed = (detail: string) => new ApiError('query_malformed', { detail })
