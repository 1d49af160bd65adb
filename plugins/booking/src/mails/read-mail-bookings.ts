import type { Knex } from '@atrium/sdk'
import type { CalendarBooking } from '../icalendar/booking-event.ts'

/** What of a booking its e-mails tell. */
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

/** Bookings with the names that people know, by their beginning. */
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
