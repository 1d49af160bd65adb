import {
  type Knex,
  type ListQuery,
  type Page,
  parse_list_query,
  type RawQuery,
  type RecordStore,
  scoped_rows,
  table_store,
} from '@atrium/sdk'
import { withKnownZone } from '../time/zone.ts'
import { Location, Offer, Service, Specialist } from './catalog-records.ts'
import { requireReferences } from './require-references.ts'

/** The tables of the catalogue. Records that bookings refer to cannot be deleted; they are made inactive instead. */
export const catalogTables = (db: Knex) => ({
  locations: table_store(db, 'booking_locations', Location, {
    sort: ['name', 'created_at'],
    filter: ['name', 'zone'],
    search: ['name', 'address'],
    before: withKnownZone,
  }),
  services: table_store(db, 'booking_services', Service, {
    sort: ['name', 'duration', 'price', 'created_at'],
    filter: ['active', 'price', 'duration'],
    search: ['name', 'description'],
  }),
  specialists: table_store(db, 'booking_specialists', Specialist, {
    sort: ['name', 'created_at'],
    filter: ['active', 'location_id', 'zone'],
    search: ['name', 'email'],
    before: async (specialist, current) => {
      await requireReferences(db, specialist, current)
      return withKnownZone(specialist)
    },
  }),
  offers: table_store(db, 'booking_offers', Offer, {
    sort: ['created_at'],
    filter: ['specialist_id', 'service_id'],
    before: async (offer, current) => {
      await requireReferences(db, offer, current)
      return offer
    },
  }),
})

interface Catalog {
  readonly db: Knex
  readonly services: RecordStore<Service>
  readonly specialists: RecordStore<Specialist>
}

/** The active specialists who offer a service, queried like any list. @throws ApiError 404 for an unknown service */
export async function serviceSpecialists(
  service: string,
  query: RawQuery,
  { db, services, specialists }: Catalog,
): Promise<Page<Specialist>> {
  const { id: service_id } = await services.get(service)
  const reached = scoped_rows(db, 'booking_offers', Offer).select('id')
  const ids = await db<Offer>('booking_offers').where({ service_id }).whereIn('id', reached).pluck('specialist_id')
  const asked = parse_list_query(query, specialists.schema, specialists.rules)
  const own: ListQuery['filters'] = [
    { field: 'id', comparison: 'eq', values: ids },
    { field: 'active', comparison: 'eq', values: [true] },
  ]
  return specialists.list({ ...asked, filters: [...asked.filters, ...own] })
}
