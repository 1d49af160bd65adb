import { invalid_values, type PluginContext } from '@atrium/sdk'
import { requireReached, requireService, type ServiceRow } from '../catalog/bookable.ts'
import { priceOf } from '../quotes/price-of.ts'
import { useQuote } from '../quotes/quotes.ts'
import type { Settings } from '../settings.ts'
import { MINUTE, type Span } from '../time/span.ts'
import { withKnownZone } from '../time/zone.ts'
import { announce } from './announce.ts'
import { bookingTable } from './booking-table.ts'
import type { Booking } from './booking.ts'
import { EXPIRE } from './change-status.ts'
import { checkClient, readInstant, requestedSpan } from './check-request.ts'
import { asSlotTaken, findPlace } from './find-place.ts'
import { writeTransition } from './transition.ts'

/** The body of a request to book. */
export type BookingRequest = Pick<Booking, 'client_id' | 'service_id' | 'specialist_id' | 'starts_at'> &
  Partial<Pick<Booking, 'ends_at' | 'zone' | 'price' | 'quote_id' | 'notes'>>

/**
 * Creates a pending booking.
 * @throws ApiError 409 `slot_taken`, `quote_expired`, `quote_used`; 422 naming the invalid fields
 */
export async function createBooking(request: BookingRequest, context: PluginContext<Settings>): Promise<Booking> {
  const { client_id, service_id, specialist_id, price, notes, quote_id } = request
  const { zone } = request.zone === undefined ? { zone: undefined } : withKnownZone({ zone: request.zone })
  const starts_at = readInstant(request.starts_at, { zone, field: 'starts_at' })
  const ends_at = request.ends_at && readInstant(request.ends_at, { zone, field: 'ends_at' })
  await requireReached(context.db, { service_id, specialist_id })
  const service = await requireService(context.db, service_id)
  const span = requestedSpan({ starts_at, ends_at }, service.duration)
  await checkClient(client_id, context)
  return placeBooking({ client_id, service, specialist_id, span, zone, price, notes, quote_id }, context)
}

/** A booking to create. The client and the service have been checked. */
interface Placement
  extends
    Pick<Booking, 'client_id' | 'specialist_id'>,
    Partial<Pick<Booking, 'zone' | 'price' | 'quote_id' | 'notes'>> {
  readonly service: ServiceRow
  readonly span: Span
  readonly series_id?: number
}

/**
 * Finds a place and the price for a booking and stores it as pending.
 * @throws ApiError 409 `slot_taken`, `quote_expired`, `quote_used`; 422 naming the invalid fields
 */
export async function placeBooking(placement: Placement, context: PluginContext<Settings>): Promise<Booking> {
  const { db, jobs, settings } = context
  const { service, span, zone, price: _, ...rest } = placement
  const place = await findPlace(db, { service, specialist_id: rest.specialist_id, span })
  const price = await requirePrice(placement, context)
  const expires_at = new Date(Date.now() + settings.pending_minutes * MINUTE)
  const booking = await bookingTable(db)
    .create({
      ...rest,
      service_id: service.id,
      ...place,
      ...(zone && { zone }),
      ...price,
      starts_at: new Date(span.from).toISOString(),
      ends_at: new Date(span.until).toISOString(),
      status: 'pending',
      expires_at: expires_at.toISOString(),
    })
    .catch(asSlotTaken)
  await writeTransition(db, booking.id, { to: 'pending' })
  await jobs.add(EXPIRE, { id: booking.id }, { run_at: expires_at, key: String(booking.id) })
  await announce(context, 'created', booking)
  return booking
}

/** The practice sets the price. A price in the request is the one shown to the client, so it must match. */
async function requirePrice(
  { quote_id, service, price: shown }: Placement,
  { db, settings }: PluginContext<Settings>,
): Promise<Pick<Booking, 'price' | 'currency'>> {
  const { price, currency } =
    quote_id === undefined
      ? { price: priceOf(service, 1, settings).total, currency: settings.currency }
      : await useQuote(db, { quote_id, service_id: service.id })
  if (shown === undefined || shown === price) return { price, currency }
  throw invalid_values([
    { pointer: '/price', message: `The price is ${price}, in minor units of ${currency}`, keyword: 'price' },
  ])
}
