import { offsetSegments } from './offset-segments.ts'
import { DAY, type Span } from './span.ts'

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
