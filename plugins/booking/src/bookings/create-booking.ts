import type { PluginContext } from '@atrium/sdk'
import { requireService } from '../catalog/require-service.ts'
import { withKnownZone } from '../catalog/with-known-zone.ts'
import type { Settings } from '../settings.ts'
import type { Booking } from './booking.ts'
import { checkClient } from './check-client.ts'
import { placeBooking } from './place-booking.ts'
import { readInstant } from './read-instant.ts'
import { requestedSpan } from './requested-span.ts'

/** What somebody sends to book. */
export type BookingRequest = Pick<Booking, 'client_id' | 'service_id' | 'specialist_id' | 'starts_at'> &
  Partial<Pick<Booking, 'ends_at' | 'zone' | 'price' | 'quote_id' | 'notes'>>

/**
 * Books, pending until it is confirmed.
 * @throws ApiError 409 `slot_taken`, `quote_expired`, `quote_used`; 422 that points at what cannot be
 */
export async function createBooking(request: BookingRequest, context: PluginContext<Settings>): Promise<Booking> {
  const { client_id, service_id, specialist_id, price, notes, quote_id } = request
  const { zone } = request.zone === undefined ? { zone: undefined } : withKnownZone({ zone: request.zone })
  const starts_at = readInstant(request.starts_at, { zone, field: 'starts_at' })
  const ends_at = request.ends_at && readInstant(request.ends_at, { zone, field: 'ends_at' })
  const service = await requireService(context.db, service_id)
  const span = requestedSpan({ starts_at, ends_at }, service.duration)
  await checkClient(client_id, context)
  return placeBooking({ client_id, service, specialist_id, span, zone, price, notes, quote_id }, context)
}
