import { type Knex, type ListQuery, type Page, parse_list_query, type RawQuery, type RecordStore } from '@atrium/sdk'
import type { Offer } from './offer.ts'
import type { Service } from './service.ts'
import type { Specialist } from './specialist.ts'

interface Catalog {
  readonly db: Knex
  readonly services: RecordStore<Service>
  readonly specialists: RecordStore<Specialist>
}

/** The specialists who give a service and can be booked, asked like any list. @throws ApiError 404 without such a service */
export async function serviceSpecialists(
  service: string,
  query: RawQuery,
  { db, services, specialists }: Catalog,
): Promise<Page<Specialist>> {
  const { id: service_id } = await services.get(service)
  const ids = await db<Offer>('booking_offers').where({ service_id }).pluck('specialist_id')
  const asked = parse_list_query(query, specialists.schema, specialists.rules)
  const own: ListQuery['filters'] = [
    { field: 'id', comparison: 'eq', values: ids },
    { field: 'active', comparison: 'eq', values: [true] },
  ]
  return specialists.list({ ...asked, filters: [...asked.filters, ...own] })
}
