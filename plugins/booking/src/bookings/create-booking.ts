import { invalid_values, type PluginContext } from '@atrium/sdk'
import { withKnownZone } from '../catalog/with-known-zone.ts'
import { requireService, type ServiceRow } from '../catalog/require-service.ts'
import { priceOf } from '../quotes/price-of.ts'
import { useQuote } from '../quotes/use-quote.ts'
import type { Settings } from '../settings.ts'
import { asSlotTaken } from './as-slot-taken.ts'
import { bookingTable } from './booking-table.ts'
import type { Booking } from './booking.ts'
import { checkClient } from './check-client.ts'
import { EXPIRE } from './expire-booking.ts'
import { findPlace } from './find-place.ts'
import { readInstant } from './read-instant.ts'
import { requestedSpan } from './requested-span.ts'
import { tell } from './tell.ts'
import { writeTransition } from './transition.ts'

/** What somebody sends to book. */
export type BookingRequest = Pick<Booking, 'client_id' | 'service_id' | 'specialist_id' | 'starts_at'> &
  Partial<Pick<Booking, 'ends_at' | 'zone' | 'price' | 'quote_id' | 'notes'>>

/**
 * Books, pending until it is confirmed.
 * @throws ApiError 409 `slot_taken`, `quote_expired`, `quote_used`; 422 that points at what cannot be
 */
export async function createBooking(request: BookingRequest, context: PluginContext<Settings>): Promise<Booking> {
  const { db, jobs, settings } = context
  const { client_id, service_id, specialist_id, notes, quote_id } = request
  const { zone } = request.zone === undefined ? { zone: undefined } : withKnownZone({ zone: request.zone })
  const starts_at = readInstant(request.starts_at, { zone, field: 'starts_at' })
  const ends_at = request.ends_at && readInstant(request.ends_at, { zone, field: 'ends_at' })
  const service = await requireService(db, service_id)
  const span = requestedSpan({ starts_at, ends_at }, service.duration)
  await checkClient(client_id, context)
  const place = await findPlace(db, { service, specialist_id, span })
  const price = await requirePrice(request, service, context)
  const expires_at = new Date(Date.now() + settings.pending_minutes * 60_000)
  const booking = await bookingTable(db)
    .create({
      ...{ client_id, service_id, specialist_id, notes, quote_id },
      ...place,
      ...(zone && { zone }),
      ...price,
      starts_at,
      ends_at: new Date(span.until).toISOString(),
      status: 'pending',
      expires_at: expires_at.toISOString(),
    })
    .catch(asSlotTaken)
  await writeTransition(db, booking.id, { to: 'pending' })
  await jobs.add(EXPIRE, { id: booking.id }, { run_at: expires_at, key: String(booking.id) })
  await tell(context, 'created', booking)
  return booking
}

/** Nobody but the practice says what something costs; a price that is sent says what the client was shown. */
async function requirePrice(
  { quote_id, service_id, price: shown }: BookingRequest,
  service: ServiceRow,
  { db, settings }: PluginContext<Settings>,
): Promise<Pick<Booking, 'price' | 'currency'>> {
  const { price, currency } =
    quote_id === undefined
      ? { price: priceOf(service, 1, settings).total, currency: settings.currency }
      : await useQuote(db, { quote_id, service_id })
  if (shown === undefined || shown === price) return { price, currency }
  throw invalid_values([
    { pointer: '/price', message: `It is ${price}, in minor units of ${currency}`, keyword: 'price' },
  ])
}
