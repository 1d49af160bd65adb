import { overlaps, type Span } from '../time/span.ts'
import type { OpenTimes } from './open-times.ts'
import { type BusyTime, freeSeats, slotKey, type SlotRules, withBuffers } from './slot-rules.ts'

/** A time that can be booked. */
export interface FreeSlot extends Span {
  /** The number of bookings still possible. */
  readonly free: number
}

export interface FreeSlotsOptions {
  readonly rules: SlotRules
  /** Sorted by start. */
  readonly busy: readonly BusyTime[]
  /** Slots start within this span. */
  readonly within: Span
}

/**
 * The free slots of one specialist. Slots follow elapsed time, so when clocks are set back, a local time can occur twice with different
 * instants.
 */
export function freeSlots({ stretches, absences }: OpenTimes, { rules, busy, within }: FreeSlotsOptions): FreeSlot[] {
  const slots: FreeSlot[] = []
  let passed = 0
  for (const stretch of stretches) {
    for (let from = stretch.from; from + rules.duration <= stretch.until; from += rules.step) {
      if (from < within.from) continue
      if (from >= within.until) return slots
      const slot = { from, until: from + rules.duration }
      const taken = withBuffers(slot, rules)
      // Bookings do not overlap, so those that end before this slot end before all later slots.
      while ((busy[passed]?.until ?? Infinity) <= taken.from) passed++
      if (absences.some((absence) => overlaps(absence, slot))) continue
      const near = nearBy(busy, { index: passed, until: taken.until })
      const free = freeSeats(near, { slot: slotKey(rules.service_id, slot), taken, capacity: rules.capacity })
      if (free > 0) slots.push({ ...slot, free })
    }
  }
  return slots
}

function nearBy(busy: readonly BusyTime[], { index, until }: { index: number; until: number }): readonly BusyTime[] {
  let end = index
  while ((busy[end]?.from ?? Infinity) < until) end++
  return busy.slice(index, end)
}
