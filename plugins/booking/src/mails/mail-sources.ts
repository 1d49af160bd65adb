import { ApiError, type Knex, type PluginContext } from '@atrium/sdk'
import type { CalendarBooking } from '../icalendar.ts'

/** The fields of a booking that appear in e-mails. */
export interface MailBooking extends CalendarBooking {
  readonly client_id: number
  readonly zone: string
  readonly currency: string
  readonly cancel_fee: number | null
  readonly service: string
  readonly specialist: string
  readonly location: string
  readonly address: string | null
}

/** Bookings with the names of their service, specialist and location, ordered by start. */
export async function readMailBookings(ids: readonly number[], db: Knex): Promise<MailBooking[]> {
  const rows: MailBooking[] = await db('booking_bookings as booking')
    .join('booking_services as service', 'service.id', 'booking.service_id')
    .join('booking_specialists as specialist', 'specialist.id', 'booking.specialist_id')
    .join('booking_locations as location', 'location.id', 'booking.location_id')
    .whereIn('booking.id', ids)
    .orderBy(['booking.starts_at', 'booking.id'])
    .select(
      'booking.*',
      'service.name as service',
      'specialist.name as specialist',
      'location.name as location',
      'location.address as address',
    )
  return rows
}

/** The recipient of an e-mail. */
export interface Recipient {
  readonly name: string
  readonly address: string
}

interface Client {
  readonly display_name: string
  readonly email?: string
  readonly contact_points: readonly { readonly kind: string; readonly value: string }[]
}

/** A single plain address: no list, no display name, no line break (RFC 5321 section 4.1.2, without quoted local parts). */
const ADDRESS = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/

/** The e-mail address of a client, or else the first contact point with one. Undefined if there is none. */
export async function recipientOf(id: number, { call }: Pick<PluginContext, 'call'>): Promise<Recipient | undefined> {
  const client = (await call('GET', `/api/v1/clients/clients/${id}`).catch(missing)) as Client | undefined
  if (client === undefined) return undefined
  const points = client.contact_points.filter(({ kind }) => kind === 'email').map(({ value }) => value)
  const address = [client.email, ...points].find((each) => each !== undefined && ADDRESS.test(each))
  return address === undefined ? undefined : { name: client.display_name, address }
}

function missing(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'record_not_found') return undefined
  throw error
}
