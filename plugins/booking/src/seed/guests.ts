import { LARGEST_PAGE, type PluginContext, type Random } from '@atrium/sdk'

/** A client who can book. */
interface Guest {
  readonly id: number
  /** When the client was created, in milliseconds since the epoch. There are no bookings before. */
  readonly since: number
  /** The country of the first address. Clients book in their own country. */
  readonly country: string | undefined
}

interface Client {
  readonly id: number
  readonly created_at: string
  readonly addresses?: readonly { readonly country?: string }[]
}

/** All clients, oldest first. */
export async function readClients({ call }: Pick<PluginContext, 'call'>): Promise<Guest[]> {
  const guests: Guest[] = []
  for (;;) {
    const query = { _start: String(guests.length), _end: String(guests.length + LARGEST_PAGE), _sort: 'created_at' }
    const page = (await call('GET', '/api/v1/clients/clients', { query })) as Client[]
    guests.push(...page.map(toGuest))
    if (page.length < LARGEST_PAGE) return guests
  }
}

const toGuest = ({ id, created_at, addresses }: Client): Guest => ({
  id,
  since: Date.parse(created_at),
  country: addresses?.[0]?.country,
})

/** Attempts to find a client who is free on a day before the booking is dropped. */
const TRIES = 8

/**
 * Returns a function that chooses a client for a booking: from the given country if possible, created before the booking, and without
 * another booking on that day. Every seventh client is a regular.
 */
export function guestList(random: Random, guests: readonly Guest[]) {
  const taken = new Set<string>()
  const local = byCountry(guests)
  return (day: string, at: number, country: string): Guest | undefined => {
    const near = local.get(country) ?? guests
    const known = countUntil(near, at)
    if (known === 0) return undefined
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const any = random.integer(0, known - 1)
      const guest = near[random.chance(0.5) ? any : any - (any % 7)] as Guest
      const key = `${guest.id} ${day}`
      if (taken.has(key)) continue
      taken.add(key)
      return guest
    }
    return undefined
  }
}

/** The number of clients created before an instant. The list is sorted. */
function countUntil(guests: readonly Guest[], at: number): number {
  let [low, high] = [0, guests.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((guests[middle]?.since ?? Infinity) < at) low = middle + 1
    else high = middle
  }
  return low
}

function byCountry(guests: readonly Guest[]): Map<string | undefined, Guest[]> {
  const local = new Map<string | undefined, Guest[]>()
  for (const guest of guests) {
    const others = local.get(guest.country)
    if (others) others.push(guest)
    else local.set(guest.country, [guest])
  }
  return local
}
