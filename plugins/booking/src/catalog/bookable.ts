import { invalid_values, type Knex, present_caller, scoped_rows, type Type } from '@atrium/sdk'
import { Offer, Service, Specialist } from './catalog-records.ts'

/** A row of `booking_services`. `step` is null if the service does not set one. */
export type ServiceRow = Omit<Service, 'step'> & { readonly step: number | null }

/** An active service. @throws ApiError 422 that points at `service_id` */
export async function requireService(db: Knex, id: number): Promise<ServiceRow> {
  const service = (await db('booking_services').where({ id, active: true }).first()) as ServiceRow | undefined
  if (service === undefined) throw unknownService()
  return service
}

/**
 * An active service with the fields that the caller sees: hidden fields are null.
 * @throws ApiError 422 that points at `service_id`, also for a service out of the caller's reach
 */
export async function requireSeenService(
  db: Knex,
  id: number,
): Promise<{ readonly service: ServiceRow; readonly seen: Hideable<ServiceRow> }> {
  const service = await requireService(db, id)
  const seen: object | undefined = await scoped_rows(db, 'booking_services', Service).where({ id }).first()
  if (seen === undefined) throw unknownService()
  return { service, seen: seen as Hideable<ServiceRow> }
}

type Hideable<Row> = { readonly [Name in keyof Row]: Row[Name] | null }

const unknownService = () =>
  invalid_values([
    { pointer: '/service_id', message: 'This service does not exist or cannot be booked', keyword: 'exists' },
  ])

/**
 * Refuses records out of the caller's reach, in the same words as unknown ones. Records that a booking already has are kept.
 * @param current for a booking that is moved
 * @throws ApiError 422 that points at `service_id` or `specialist_id`
 */
export async function requireReached(db: Knex, asked: Asked, current?: Asked): Promise<void> {
  const { service_id, specialist_id } = asked
  const isOther = (name: keyof Asked) => asked[name] !== current?.[name]
  if (isOther('service_id') && !(await isReached(db, SERVICES, { id: service_id }))) throw unknownService()
  if (isOther('specialist_id') && !(await isReached(db, SPECIALISTS, { id: specialist_id }))) throw unknownSpecialist()
  const isOtherPair = isOther('service_id') || isOther('specialist_id')
  if (isOtherPair && !(await isReached(db, OFFERS, { service_id, specialist_id }))) throw notOffered()
}

const SERVICES = { table: 'booking_services', schema: Service }
const SPECIALISTS = { table: 'booking_specialists', schema: Specialist }
const OFFERS = { table: 'booking_offers', schema: Offer }

/** Runs no query if the roles of the caller do not limit the table. */
async function isReached(
  db: Knex,
  { table, schema }: { readonly table: string; readonly schema: Type.TObject },
  values: Readonly<Record<string, number>>,
): Promise<boolean> {
  if (present_caller()?.scope(table) === undefined) return true
  const reached = scoped_rows(db, table, schema).select('id')
  return (await db(table).where(values).whereIn('id', reached).first('id')) !== undefined
}

export interface SpecialistRow {
  readonly id: number
  readonly zone: string
  readonly location_id: number
}

/** The requested specialist and service. */
export interface Asked {
  readonly specialist_id: number
  readonly service_id: number
}

/** An active specialist who offers the service. @throws ApiError 422 that points at `specialist_id` */
export async function requireSpecialist(db: Knex, { specialist_id, service_id }: Asked): Promise<SpecialistRow> {
  const specialist = (await db('booking_specialists').where({ id: specialist_id, active: true }).first()) as
    | SpecialistRow
    | undefined
  if (specialist === undefined) throw unknownSpecialist()
  const offer: unknown = await db('booking_offers').where({ specialist_id, service_id }).first('id')
  if (offer === undefined) throw notOffered()
  return specialist
}

const unknownSpecialist = () => wrongSpecialist('This specialist does not exist or cannot be booked', 'exists')

const notOffered = () => wrongSpecialist('This specialist does not offer the service', 'offer')

const wrongSpecialist = (message: string, keyword: string) =>
  invalid_values([{ pointer: '/specialist_id', message, keyword }])

/**
 * Locks the hours and bookings of specialists until the transaction ends. Locks are taken in order of the ids, so that requests cannot
 * deadlock. SQLite has a single writer and needs no locks.
 */
export async function lockSpecialists(db: Knex, ids: readonly number[]): Promise<void> {
  await db('booking_specialists').whereIn('id', ids).orderBy('id').select('id').forUpdate()
}
