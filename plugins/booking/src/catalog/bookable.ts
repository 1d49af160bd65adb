import { invalid_values, type Knex } from '@atrium/sdk'
import type { Service } from './catalog-records.ts'

/** A row of a service; a step that was not given is `null`. */
export type ServiceRow = Omit<Service, 'step'> & { readonly step: number | null }

/** A service that can be booked. @throws ApiError 422 that points at `service_id` */
export async function requireService(db: Knex, id: number): Promise<ServiceRow> {
  const service = (await db('booking_services').where({ id, active: true }).first()) as ServiceRow | undefined
  if (service !== undefined) return service
  const message = 'There is no such service that can be booked'
  throw invalid_values([{ pointer: '/service_id', message, keyword: 'exists' }])
}

export interface SpecialistRow {
  readonly id: number
  readonly zone: string
  readonly location_id: number
}

/** Who is asked for, and for what. */
interface Asked {
  readonly specialist_id: number
  readonly service_id: number
}

/** A specialist who can be booked for a service. @throws ApiError 422 that points at `specialist_id` */
export async function requireSpecialist(db: Knex, { specialist_id, service_id }: Asked): Promise<SpecialistRow> {
  const specialist = (await db('booking_specialists').where({ id: specialist_id, active: true }).first()) as
    SpecialistRow | undefined
  if (specialist === undefined) throw wrongSpecialist('There is no such specialist that can be booked', 'exists')
  const offer: unknown = await db('booking_offers').where({ specialist_id, service_id }).first('id')
  if (offer === undefined) throw wrongSpecialist('This specialist does not give the service', 'offer')
  return specialist
}

const wrongSpecialist = (message: string, keyword: string) =>
  invalid_values([{ pointer: '/specialist_id', message, keyword }])

/**
 * Until the transaction ends nobody else changes the hours or the bookings of these specialists. Always the lowest first, so that
 * nobody waits in a circle. SQLite has one writer at a time anyway.
 */
export async function lockSpecialists(db: Knex, ids: readonly number[]): Promise<void> {
  await db('booking_specialists').whereIn('id', ids).orderBy('id').select('id').forUpdate()
}
