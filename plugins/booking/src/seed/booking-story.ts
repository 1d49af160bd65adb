import type { Random } from '@atrium/sdk'
import type { Booking, BookingStatus } from '../bookings/booking.ts'
import { cancellationFee } from '../bookings/cancellation-fee.ts'
import { priceOf } from '../quotes/price-of.ts'
import type { Settings } from '../settings.ts'
import { DAY, MINUTE } from '../slots/span.ts'
import type { Opening } from './lay-out-week.ts'

/** One step, as it is kept. */
export interface Step {
  readonly from_status?: BookingStatus
  readonly to_status: BookingStatus
  readonly reason?: string
  readonly at: number
}

/** A booking with all that became of it. */
export interface Story {
  readonly row: Omit<Booking, 'id'> & { readonly version: number }
  readonly steps: readonly Step[]
}

export interface StoryOptions {
  readonly client_id: number
  readonly seat: number
  readonly booked_at: number
  /** What has become of it by today. */
  readonly status: BookingStatus
  /** What happens later is not known yet. */
  readonly now: number
  readonly settings: Settings
}

const REASONS = ['Ill', 'Has to work', 'Found an earlier appointment', 'Moving house', 'No longer needed']
const NOTES = [
  'First visit.',
  'Brings an older report along.',
  'Needs a certificate for work.',
  'Please be on time: train at four.',
]

/** Tells how a booking came to be what it is: every step at a time at which it could have been made. */
export function tellStory(random: Random, opening: Opening, options: StoryOptions): Story {
  const { client_id, seat, booked_at, status, settings } = options
  const { specialist, service, span, taken, slot } = opening
  const price = priceOf(service, 1, settings).total
  const steps = stepsTo(status, { random, opening, options })
  const cancelled = steps.find(({ to_status }) => to_status === 'cancelled')
  const row: Story['row'] = {
    client_id,
    seat,
    slot,
    status,
    price,
    service_id: service.id,
    specialist_id: specialist.id,
    location_id: specialist.location_id,
    zone: specialist.zone,
    currency: settings.currency,
    starts_at: iso(span.from),
    ends_at: iso(span.until),
    busy_from: iso(taken.from),
    busy_until: iso(taken.until),
    ...(random.chance(0.06) && { notes: random.pick(NOTES) }),
    // Whoever tries the practice out finds it as it was filled: it is confirmed until it begins.
    ...(status === 'pending' && { expires_at: iso(span.from) }),
    ...(cancelled &&
      cancellationOf(cancelled, { price, span, settings, by: random.chance(0.8) ? 'client' : 'practice' })),
    created_at: iso(booked_at),
    version: steps.length,
  }
  return { row, steps }
}

function stepsTo(
  status: BookingStatus,
  { random, opening: { span }, options }: { random: Random; opening: Opening; options: StoryOptions },
): Step[] {
  const { booked_at, now, settings } = options
  const booked: Step = { to_status: 'pending', at: booked_at }
  if (status === 'pending') return [booked]
  const step = (from_status: BookingStatus, to_status: BookingStatus, at: number): Step => ({
    from_status,
    to_status,
    at,
  })
  if (status === 'expired') return [booked, step('pending', 'expired', booked_at + settings.pending_minutes * MINUTE)]
  const confirmed = step('pending', 'confirmed', booked_at + random.integer(1, 50) * MINUTE)
  if (status === 'confirmed') return [booked, confirmed]
  if (status === 'completed')
    return [booked, confirmed, step('confirmed', 'completed', span.until + random.integer(0, 15) * MINUTE)]
  if (status === 'no_show')
    return [booked, confirmed, step('confirmed', 'no_show', span.from + random.integer(15, 30) * MINUTE)]
  const until = Math.min(span.from, now)
  const at = confirmed.at + Math.floor((until - confirmed.at) * random.next())
  return [booked, confirmed, { ...step('confirmed', 'cancelled', at), reason: random.pick(REASONS) }]
}

function cancellationOf(
  { at, reason }: Step,
  {
    price,
    span,
    settings,
    by,
  }: Pick<Opening, 'span'> & { price: number; settings: Settings; by: 'client' | 'practice' },
): Partial<Booking> {
  const booking = { status: 'confirmed', price, starts_at: iso(span.from) } as const
  const cancel_fee = by === 'client' ? cancellationFee(booking, settings, { at }) : 0
  return { cancelled_by: by, cancel_fee, ...(reason !== undefined && { cancel_reason: reason }) }
}

/** When it was booked: some weeks to some hours before it begins, in daytime, and at the latest yesterday. */
export function bookedAt(random: Random, opening: Opening, { now, within }: { now: number; within: number }): number {
  const latest = Math.min(opening.span.from - 2 * 60 * MINUTE, now - 60 * MINUTE)
  const any = latest - Math.floor(random.next() ** 2 * within)
  const atDaytime = Math.floor(any / DAY) * DAY + random.integer(7 * 60, 18 * 60) * MINUTE
  return atDaytime > latest ? atDaytime - DAY : atDaytime
}

const iso = (instant: number) => new Date(instant).toISOString()
