import { type BusyTime, freeSeats, slotKey, type SlotRules, withBuffers } from './slot-rules.ts'
import type { OpenTimes } from './open-times.ts'
import { overlaps, type Span } from '../time/span.ts'

/** A time that can be booked. */
export interface FreeSlot extends Span {
  /** How many more bookings it takes. */
  readonly free: number
}

export interface FreeSlotsOptions {
  readonly rules: SlotRules
  /** In order. */
  readonly busy: readonly BusyTime[]
  /** Slots begin within. */
  readonly within: Span
}

/**
 * The slots of one specialist. They step through elapsed time, so a gap of the clock leaves none out and a fold has each wall time
 * twice; the instant tells them apart.
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
      // Bookings do not overlap, so what has ended before this slot has ended before all that follow.
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
