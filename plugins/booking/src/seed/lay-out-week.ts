import type { Random } from '@atrium/sdk'
import type { ServiceRow } from '../catalog/require-service.ts'
import { slotKey } from '../slots/busy-time.ts'
import type { OpenTimes } from '../slots/open-times.ts'
import { slotRules, withBuffers } from '../slots/slot-rules.ts'
import { MINUTE, overlaps, type Span } from '../slots/span.ts'
import type { Seeded } from './seed-catalog.ts'

/** A place in a calendar that somebody could have booked. */
export interface Opening {
  readonly specialist: Seeded
  readonly service: ServiceRow
  readonly span: Span
  readonly taken: Span
  readonly slot: string
}

/** Every time begins on a quarter of an hour. */
const QUARTER = 15 * MINUTE

/**
 * Fills open times with services one after the other, buffers between them, so that none overlaps; a group has as many openings as
 * it might have guests.
 */
export function layOut(random: Random, specialist: Seeded, { stretches, absences }: OpenTimes): Opening[] {
  const openings: Opening[] = []
  for (const stretch of stretches) {
    let free = stretch.from
    for (;;) {
      const service = random.pick(specialist.offered)
      const rules = slotRules(service)
      const from = stretch.from + Math.ceil((free + rules.before - stretch.from) / QUARTER) * QUARTER
      const span = { from, until: from + rules.duration }
      if (span.until > stretch.until) break
      const taken = withBuffers(span, rules)
      free = taken.until
      if (absences.some((absence) => overlaps(absence, span))) continue
      const opening = { specialist, service, span, taken, slot: slotKey(service.id, span) }
      const guests = service.capacity === 1 ? 1 : random.integer(2, service.capacity)
      for (let guest = 0; guest < guests; guest++) openings.push(opening)
    }
  }
  return openings
}
