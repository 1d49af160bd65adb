import type { Random } from '@atrium/sdk'
import type { BookingStatus } from '../bookings/booking.ts'
import { MINUTE, type Span } from '../slots/span.ts'

/** One step, as it is kept. */
export interface Step {
  readonly from_status?: BookingStatus
  readonly to_status: BookingStatus
  readonly reason?: string
  readonly at: number
}

export interface StepsOptions {
  readonly span: Span
  readonly booked_at: number
  /** What happens later is not known yet. */
  readonly now: number
  readonly pending_minutes: number
}

const REASONS = ['Ill', 'Has to work', 'Found an earlier appointment', 'Moving house', 'No longer needed']

/** The steps by which a booking came to a state, each at a time at which it could have been made. */
export function bookingSteps(status: BookingStatus, random: Random, options: StepsOptions): Step[] {
  const { span, booked_at, now, pending_minutes } = options
  const booked: Step = { to_status: 'pending', at: booked_at }
  if (status === 'pending') return [booked]
  const expires = Math.min(booked_at + pending_minutes * MINUTE, span.from)
  if (status === 'expired') return [booked, step('pending', 'expired', expires)]
  const confirmed = step('pending', 'confirmed', booked_at + random.integer(1, 50) * MINUTE)
  if (status === 'confirmed') return [booked, confirmed]
  return [booked, confirmed, last()]

  function last(): Step {
    if (status === 'completed') return step('confirmed', status, span.until + random.integer(0, 15) * MINUTE)
    if (status === 'no_show') return step('confirmed', status, span.from + random.integer(15, 30) * MINUTE)
    const left = Math.min(span.from, now) - confirmed.at
    return {
      ...step('confirmed', status, confirmed.at + Math.floor(left * random.next())),
      reason: random.pick(REASONS),
    }
  }
}

const step = (from_status: BookingStatus, to_status: BookingStatus, at: number): Step => ({
  from_status,
  to_status,
  at,
})
