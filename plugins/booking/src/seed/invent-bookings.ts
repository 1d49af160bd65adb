import type { Random } from '@atrium/sdk'
import { type BookingStatus, RELEASED } from '../booking-status.ts'
import type { Settings } from '../settings.ts'
import { DAY, HOUR, MINUTE } from '../time/span.ts'
import { type Story, tellStory } from './booking-story.ts'
import { COUNTRIES } from './catalog.ts'
import type { guestList } from './guests.ts'
import type { Calendars, Opening } from './openings.ts'

export interface InventOptions {
  readonly random: Random
  readonly calendars: Calendars
  readonly nextGuest: ReturnType<typeof guestList>
  readonly today: string
  readonly settings: Settings
}

/** Bookings are made at most this long before their start. */
const LEAD = 30 * DAY

/** Fills `count` openings of a week with bookings. Days before today, in the specialist's zone, are past. */
export function inventBookings(openings: readonly Opening[], count: number, options: InventOptions): Story[] {
  const { random, calendars, nextGuest, today, settings } = options
  const now = Date.parse(today)
  const seats = new Map<string, number>()

  return random.sample(openings, count).flatMap((opening) => {
    const day = calendars.clockOf(opening.specialist).dayOf(opening.span.from)
    const status = day < today ? pastStatus(random) : comingStatus(random, { isSoon: Date.parse(day) - now < 2 * DAY })
    const within = status === 'pending' ? 2 * DAY : LEAD
    const stories = tellOne(opening, { day, status, booked_at: bookedAt(random, opening.span.from, { now, within }) })
    const released = stories.find(({ row }) => RELEASED.includes(row.status))?.steps.at(-1)
    if (released === undefined || random.chance(0.6)) return stories
    // Another client takes the freed time, if there is time left.
    const booked_at = released.at + random.integer(5, 120) * MINUTE
    if (booked_at > Math.min(opening.span.from, now) - HOUR) return stories
    const taken = day < today ? 'completed' : 'confirmed'
    return [...stories, ...tellOne(opening, { day, status: taken, booked_at })]
  })

  /** One booking, or none if no client is available. */
  function tellOne(
    opening: Opening,
    { day, status, booked_at }: { day: string; status: BookingStatus; booked_at: number },
  ): Story[] {
    const guest = nextGuest(day, booked_at, COUNTRIES[opening.specialist.location] ?? '')
    if (guest === undefined) return []
    const key = `${opening.specialist.id} ${opening.slot}`
    const seat = (seats.get(key) ?? 0) + 1
    if (!RELEASED.includes(status)) seats.set(key, seat)
    return [tellStory(random, opening, { client_id: guest.id, seat, booked_at, status, now, settings })]
  }
}

/** When a booking was made: during the day, at least two hours before its start, and yesterday at the latest. */
function bookedAt(
  random: Random,
  begins: number,
  { now, within }: { readonly now: number; readonly within: number },
): number {
  const latest = Math.min(begins - 2 * HOUR, now - HOUR)
  const any = latest - Math.floor(random.next() ** 2 * within)
  const atDaytime = Math.floor(any / DAY) * DAY + random.integer(7 * 60, 18 * 60) * MINUTE
  return atDaytime > latest ? atDaytime - DAY : atDaytime
}

function pastStatus(random: Random): BookingStatus {
  const drawn = random.next()
  if (drawn < 0.06) return 'cancelled'
  if (drawn < 0.105) return 'no_show'
  return drawn < 0.113 ? 'expired' : 'completed'
}

/** Bookings that start soon are never pending, because nobody confirms at the last moment. */
function comingStatus(random: Random, { isSoon }: { isSoon: boolean }): BookingStatus {
  const drawn = random.next()
  if (drawn < 0.05) return 'cancelled'
  return drawn < 0.17 && !isSoon ? 'pending' : 'confirmed'
}
