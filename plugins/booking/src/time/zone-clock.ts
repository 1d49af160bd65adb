import { ApiError } from '@atrium/sdk'
import { Temporal } from 'temporal-polyfill'
import { DAY, type DateRange, MINUTE, type Span } from './span.ts'
import { zoneNamed } from './zone.ts'

/** Converts between local time and instants in one zone. Exact only within the span it was created for. */
export interface ZoneClock {
  readonly zone: string
  /**
   * The instant of a local time; `24:00` is allowed. If a time occurs twice, this is the earlier instant; a time that the clock change
   * skips becomes the end of the gap: 02:30 becomes 03:00 on the day that has no 02:30.
   */
  instantOf(day: string, time: string): number
  /** `2027-03-28T03:00:00+02:00` */
  textOf(instant: number): string
  /** `2027-03-28` */
  dayOf(instant: number): string
}

/** Looks up the offsets of the zone once and calculates with them, because a search for slots converts thousands of times. */
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

/** Returns the clock of a zone, created on first use. */
export function clocksWithin(span: Span): (zone: string) => ZoneClock {
  const clocks = new Map<string, ZoneClock>()
  return (zone) => {
    const clock = clocks.get(zone) ?? zoneClock(zone, span)
    clocks.set(zone, clock)
    return clock
  }
}

/** A span of time in which a zone has one offset. */
interface OffsetSegment extends Span {
  /** Milliseconds east of UTC. */
  readonly offset: number
  /** In ISO 8601: `+02:00`. */
  readonly text: string
}

/** The offsets of a zone within a span. The first and the last extend to infinity. */
function offsetSegments(zone: string, { from, until }: Span): readonly OffsetSegment[] {
  const segments: OffsetSegment[] = []
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    const isLast = next === null || next.epochMilliseconds >= until
    segments.push({
      from: segments.length === 0 ? -Infinity : at.epochMilliseconds,
      until: isLast ? Infinity : next.epochMilliseconds,
      // Historical offsets can have seconds, which ISO 8601 cannot express.
      offset: Math.round(at.offsetNanoseconds / 6e10) * MINUTE,
      text: at.offset.slice(0, 6),
    })
    if (isLast) return segments
    at = next
  }
}

const MOST_DAYS = 62

/** A range of days in a zone. */
interface DaysInZone {
  readonly days: DateRange
  readonly span: Span
  readonly clock: ZoneClock
}

/** From the start of the first to the end of the last day in a zone, at most 62 days. @throws ApiError 400 `query_malformed` */
export function daySpan({ from, to }: DateRange, zone: string): DaysInZone {
  const named = zoneNamed(zone)
  if (named === undefined)
    throw malformed(`[zone]: The time zone [${zone}] does not exist. Use an IANA name such as Europe/Berlin.`)
  const [first, last] = [Date.parse(from), Date.parse(to)]
  if (last < first) throw malformed(`[to] (${to}) is before [from] (${from}). Send a later one.`)
  if (last - first >= MOST_DAYS * DAY)
    throw malformed(`[from] (${from}) to [to] (${to}) is more than ${MOST_DAYS} days. Ask for fewer days at once.`)
  const clock = zoneClock(named, { from: first, until: last + DAY })
  return {
    days: { from, to },
    clock,
    span: { from: clock.instantOf(from, '00:00'), until: clock.instantOf(to, '24:00') },
  }
}

const malformed = (detail: string) => new ApiError('query_malformed', { detail })
