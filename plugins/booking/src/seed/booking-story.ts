import type { Random } from '@atrium/sdk'
import type { BookingStatus } from '../booking-status.ts'
import type { Booking } from '../bookings/booking.ts'
import { cancellationFee } from '../bookings/change-status.ts'
import { priceOf } from '../quotes/price-of.ts'
import type { Settings } from '../settings.ts'
import { MINUTE, type Span } from '../time/span.ts'
import type { Opening } from './openings.ts'

/** A booking with its history. */
export interface Story {
  readonly row: Omit<Booking, 'id'> & { readonly version: number }
  readonly steps: readonly Step[]
}

export interface StoryOptions {
  readonly client_id: number
  readonly seat: number
  readonly booked_at: number
  /** The status it has today. */
  readonly status: BookingStatus
  readonly now: number
  readonly settings: Settings
}

const NOTES = ['First visit.', 'Brings an older report along.', 'Needs a certificate for work.', 'Has a train at four.']

/** Invents a booking for an opening, with its history. */
export function tellStory(random: Random, opening: Opening, options: StoryOptions): Story {
  const { status, booked_at, now, settings } = options
  const { pending_minutes } = settings
  const steps = bookingSteps(status, random, { span: opening.span, booked_at, now, pending_minutes })
  const row: Story['row'] = {
    ...placeOf(opening),
    client_id: options.client_id,
    seat: options.seat,
    status,
    price: priceOf(opening.service, 1, settings).total,
    currency: settings.currency,
    ...(random.chance(0.06) && { notes: random.pick(NOTES) }),
    // Not `pending_minutes`: otherwise no pending bookings would be left to try out.
    ...(status === 'pending' && { expires_at: iso(opening.span.from) }),
    created_at: iso(booked_at),
    version: steps.length,
  }
  const last = steps.at(-1)
  if (last?.to_status !== 'cancelled') return { row, steps }
  const by = random.chance(0.8) ? 'client' : 'practice'
  return { row: { ...row, ...cancellationOf(row, last, { by, settings }) }, steps }
}

const placeOf = ({ specialist, service, span, taken, slot }: Opening) => ({
  service_id: service.id,
  specialist_id: specialist.id,
  location_id: specialist.location_id,
  zone: specialist.zone,
  starts_at: iso(span.from),
  ends_at: iso(span.until),
  busy_from: iso(taken.from),
  busy_until: iso(taken.until),
  slot,
})

function cancellationOf(
  row: Story['row'],
  { at, reason }: Step,
  { by, settings }: { by: 'client' | 'practice'; settings: Settings },
): Partial<Booking> {
  const cancel_fee = by === 'client' ? cancellationFee({ ...row, status: 'confirmed' }, settings, { at }) : 0
  return { cancelled_by: by, cancel_fee, ...(reason !== undefined && { cancel_reason: reason }) }
}

/** One change of status. */
interface Step {
  readonly from_status?: BookingStatus
  readonly to_status: BookingStatus
  readonly reason?: string
  readonly at: number
}

interface StepsOptions {
  readonly span: Span
  readonly booked_at: number
  /** No change of status happens later than this. */
  readonly now: number
  readonly pending_minutes: number
}

const REASONS = ['Ill', 'Has to work', 'Found an earlier appointment', 'Moving house', 'No longer needed']

/** The changes that led to a status, each at a plausible time. */
function bookingSteps(status: BookingStatus, random: Random, options: StepsOptions): Step[] {
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

const iso = (instant: number) => new Date(instant).toISOString()
