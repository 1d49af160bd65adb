import type { PluginContext } from '@atrium/sdk'
import { LARGEST_PAGE } from '@atrium/sdk'

/** What of a client matters for its bookings. */
export interface Guest {
  readonly id: number
  /** In milliseconds of the epoch: nobody books before. */
  readonly since: number
}

/** The clients there are, those first that came first. */
export async function readClients({ call }: Pick<PluginContext, 'call'>): Promise<Guest[]> {
  const guests: Guest[] = []
  for (;;) {
    const query = { _start: String(guests.length), _end: String(guests.length + LARGEST_PAGE), _sort: 'created_at' }
    const page = (await call('GET', '/api/v1/clients/clients', { query })) as { id: number; created_at: string }[]
    guests.push(...page.map(({ id, created_at }) => ({ id, since: Date.parse(created_at) })))
    if (page.length < LARGEST_PAGE) return guests
  }
}
