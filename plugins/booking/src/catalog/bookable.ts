import { invalid_values, type Knex, scoped_rows } from '@atrium/sdk'
import { Service } from './catalog-records.ts'

/** A row of `booking_services`. `step` is null if the service does not set one. */
export type ServiceRow = Omit<Service, 'step'> & { readonly step: number | null }

/** An active service. @throws ApiError 422 that points at `service_id` */
export async function requireService(db: Knex, id: number): Promise<ServiceRow> {
  const service = (await db('booking_services').where({ id, active: true }).first()) as ServiceRow | undefined
  if (service === undefined) throw unknownService()
  return service
}

/**
 * An active service as the caller sees it: hidden fields are null.
 * @throws ApiError 422 that points at `service_id`, also for a service out of the caller's reach
 */
export async function requireSeenService(db: Knex, id: number): Promise<Hideable<ServiceRow>> {
  await requireService(db, id)
  const seen: object | undefined = await scoped_rows(db, 'booking_services', Service).where({ id }).first()
  if (seen === undefined) throw unknownService()
  return seen as Hideable<ServiceRow>
}

type Hideable<Row> = { readonly [Name in keyof Row]: Row[Name] | null }

const unknownService = () =>
  invalid_values([
    { pointer: '/service_id', message: 'This service does not exist or cannot be booked', keyword: 'exists' },
  ])

export interface SpecialistRow {
  readonly id: number
  readonly zone: string
  readonly location_id: number
}

/** The requested specialist and service. */
interface Asked {
  readonly specialist_id: number
  readonly service_id: number
}

/** An active specialist who offers the service. @throws ApiError 422 that points at `specialist_id` */
export async function requireSpecialist(db: Knex, { specialist_id, service_id }: Asked): Promise<SpecialistRow> {
  const specialist = (await db('booking_specialists').where({ id: specialist_id, active: true }).first()) as
    | SpecialistRow
    | undefined
  if (specialist === undefined) throw wrongSpecialist('This specialist does not exist or cannot be booked', 'exists')
  const offer: unknown = await db('booking_offers').where({ specialist_id, service_id }).first('id')
  if (offer === undefined) throw wrongSpecialist('This specialist does not offer the service', 'offer')
  return specialist
}

const wrongSpecialist = (message: string, keyword: string) =>
  invalid_values([{ pointer: '/specialist_id', message, keyword }])

/**
 * Locks the hours and bookings of specialists until the transaction ends. Locks are taken in order of the ids, so that requests cannot
 * deadlock. SQLite has a single writer and needs no locks.
 */
export async function lockSpecialists(db: Knex, ids: readonly number[]): Promise<void> {
  await db('booking_specialists').whereIn('id', ids).orderBy('id').select('id').forUpdate()
}
