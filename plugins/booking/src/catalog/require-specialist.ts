import { invalid_values, type Knex } from '@atrium/sdk'

export interface SpecialistRow {
  readonly id: number
  readonly zone: string
  readonly location_id: number
}

/** Who is asked for, and for what. */
export interface Asked {
  readonly specialist_id: number
  readonly service_id: number
}

/** A specialist who can be booked for a service. @throws ApiError 422 that points at `specialist_id` */
export async function requireSpecialist(db: Knex, { specialist_id, service_id }: Asked): Promise<SpecialistRow> {
  const specialist = (await db('booking_specialists').where({ id: specialist_id, active: true }).first()) as
    SpecialistRow | undefined
  if (specialist === undefined) throw wrong('There is no such specialist that can be booked', 'exists')
  const offer: unknown = await db('booking_offers').where({ specialist_id, service_id }).first('id')
  if (offer === undefined) throw wrong('This specialist does not give the service', 'offer')
  return specialist
}

const wrong = (message: string, keyword: string) => invalid_values([{ pointer: '/specialist_id', message, keyword }])
