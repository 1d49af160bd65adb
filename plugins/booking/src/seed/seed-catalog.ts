import { type Knex, seed_rows } from '@atrium/sdk'
import type { ServiceRow } from '../catalog/bookable.ts'
import { type Hand, LOCATIONS, SERVICES, SPECIALISTS } from './catalog.ts'

/** A stored specialist, with the services offered. */
export interface Seeded extends Hand {
  readonly id: number
  readonly location_id: number
  readonly zone: string
  readonly offered: readonly ServiceRow[]
}

/** Stores locations, services, specialists and offers. */
export async function seedCatalog(
  db: Knex,
  stamp: { readonly created_at: string; readonly version: number },
): Promise<Seeded[]> {
  const locations = await write('booking_locations', LOCATIONS)
  const services = await write('booking_services', SERVICES)
  const placed = SPECIALISTS.map((hand) => ({ ...hand, ...LOCATIONS[hand.location], ...hand }))
  const ids = await write(
    'booking_specialists',
    placed.map(({ name, zone, location }) => ({
      ...{ name, zone, email: mailOf(name) },
      location_id: locations[location],
      active: true,
    })),
  )
  const seeded = placed.map((hand, at) => ({
    ...hand,
    id: ids[at] as number,
    zone: hand.zone as string,
    location_id: locations[hand.location] as number,
    offered: hand.services.map((index) => ({ step: null, ...SERVICES[index], id: services[index] }) as ServiceRow),
  }))
  const offers = seeded.flatMap(({ id, offered }) =>
    offered.map((service) => ({ specialist_id: id, service_id: service.id })),
  )
  await write('booking_offers', offers)
  return seeded

  function write(table: string, rows: readonly object[]): Promise<number[]> {
    const stamped = rows.map((row) => ({ ...row, ...stamp }))
    return seed_rows(db, table, stamped, { key: 'id' })
  }
}

/** `Dr. Clara Vogt` → `clara.vogt@practice.example` */
const mailOf = (name: string) => `${name.replace('Dr. ', '').toLowerCase().replace(' ', '.')}@practice.example`
