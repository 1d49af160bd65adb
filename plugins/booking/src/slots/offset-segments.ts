import { Temporal } from 'temporal-polyfill'
import { MINUTE, type Span } from './span.ts'

/** A stretch of time in which a zone keeps its offset. */
export interface OffsetSegment extends Span {
  /** Milliseconds east of UTC. */
  readonly offset: number
  /** As ISO 8601 has it: `+02:00`. */
  readonly text: string
}

/** The offsets of a zone within a span; the first and the last are taken to hold before and after it. */
export function offsetSegments(zone: string, { from, until }: Span): readonly OffsetSegment[] {
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
