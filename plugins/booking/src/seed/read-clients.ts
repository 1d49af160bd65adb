import type { PluginContext } from '@atrium/sdk'
import { LARGEST_PAGE } from '@atrium/sdk'

/** What of a client matters for its bookings. */
export interface Guest {
  readonly id: number
  /** In milliseconds of the epoch: nobody books before. */
  readonly since: number
  /** Of the first address: people book near to where they live. */
  readonly country: string | undefined
}

interface Client {
  readonly id: number
  readonly created_at: string
  readonly addresses?: readonly { readonly country?: string }[]
}

/** The clients there are, those first that came first. */
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
