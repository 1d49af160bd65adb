import { invalid_values, type Knex } from '@atrium/sdk'
import type { Service } from './service.ts'

/** A row of a service; a step that was not given is `null`. */
export type ServiceRow = Omit<Service, 'step'> & { readonly step: number | null }

/** A service that can be booked. @throws ApiError 422 that points at `service_id` */
export async function requireService(db: Knex, id: number): Promise<ServiceRow> {
  const service = (await db('booking_services').where({ id, active: true }).first()) as ServiceRow | undefined
  if (service !== undefined) return service
  const message = 'There is no such service that can be booked'
  throw invalid_values([{ pointer: '/service_id', message, keyword: 'exists' }])
}
