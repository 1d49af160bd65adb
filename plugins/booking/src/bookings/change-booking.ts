import {
  ApiError,
  type ChangeOptions,
  invalid_values,
  type Patch,
  type PluginContext,
  type RecordId,
} from '@atrium/sdk'
import { requireReached, requireService } from '../catalog/bookable.ts'
import { priceOf } from '../quotes/price-of.ts'
import type { Settings } from '../settings.ts'
import { withKnownZone } from '../time/zone.ts'
import { bookingTable, lockBooking, seenStatus } from './booking-table.ts'
import type { Booking } from './booking.ts'
import { checkClient, readInstant, requestedSpan } from './check-request.ts'
import { asSlotTaken, findPlace } from './find-place.ts'
import { announce } from './announce.ts'
import { notifySpecialist } from './notify-specialist.ts'

type Change = Partial<Booking>

/** One change of one booking. */
export interface BookingChange extends ChangeOptions {
  readonly id: RecordId
  readonly patch: Patch<Booking>
}

/**
 * Changes a booking, and finds it a new place if its time, specialist or service changes. A new service sets a new price; otherwise the
 * agreed price stays.
 * @throws ApiError 409 `slot_taken`, `booking_closed` unless it is pending or confirmed; 422, 404, 412
 */
export async function changeBooking(
  { id, patch, if_match, check }: BookingChange,
  context: PluginContext<Settings>,
): Promise<Booking> {
  const { db } = context
  const table = bookingTable(db)
  const current = await lockBooking(db, id)
  const change: Change = { ...given(patch), ...timesOf(patch, current) }
  if (differs(change, current, ['client_id'])) await checkNewClient(change, current, context)
  const place = isMoved(change, current) ? await newPlace(change, current, context) : {}
  requireAgreed(change, { ...current, ...place })
  const notes = patch.notes === null ? { notes: null } : {}
  const changed = await table
    .update(current.id, { ...change, ...place, ...notes }, { if_match, check })
    .catch(asSlotTaken)
  if (isMoved(change, current)) await announce(context, 'rescheduled', changed)
  if (differs(change, current, ['specialist_id'])) await notifySpecialist(context, 'reassigned', current)
  return changed
}

/** Fields sent as null keep their value, because a booking needs them. Only `notes` can be cleared. */
const given = (patch: Patch<Booking>): Change =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null && value !== undefined))

/** A booking that is moved keeps its length unless a new end is given too. */
function timesOf({ starts_at, ends_at, zone }: Patch<Booking>, current: Booking): Change {
  const named = zone ? withKnownZone({ zone }) : {}
  const read = (text: string, field: string) => readInstant(text, { zone: zone ?? undefined, field })
  const start = starts_at ? read(starts_at, 'starts_at') : current.starts_at
  const end = ends_at ? read(ends_at, 'ends_at') : current.ends_at
  const shift = Date.parse(start) - Date.parse(current.starts_at)
  const moved = new Date(Date.parse(end) + shift).toISOString()
  return { ...named, starts_at: start, ends_at: end === current.ends_at ? moved : end }
}

async function checkNewClient({ client_id }: Change, current: Booking, context: PluginContext<Settings>) {
  await requireOpen(current, context.db)
  if (client_id !== undefined) await checkClient(client_id, context)
}

const differs = (change: Change, current: Booking, names: readonly (keyof Booking)[]) =>
  names.some((name) => change[name] !== undefined && change[name] !== current[name])

const isMoved = (change: Change, current: Booking) =>
  differs(change, current, ['starts_at', 'ends_at', 'specialist_id', 'service_id'])

async function newPlace(change: Change, current: Booking, { db, settings }: PluginContext<Settings>): Promise<Change> {
  await requireOpen(current, db)
  const { id, service_id, specialist_id, starts_at, ends_at } = { ...current, ...change }
  const isOther = service_id !== current.service_id
  if (isOther && current.quote_id !== undefined)
    throw invalid_values([{ pointer: '/service_id', message: 'The quote is for another service', keyword: 'quote' }])
  await requireReached(db, { service_id, specialist_id }, current)
  const service = await requireService(db, service_id)
  const keepsEnd = !isOther || change.ends_at !== current.ends_at
  const span = requestedSpan({ starts_at, ...(keepsEnd && { ends_at }) }, service.duration)
  const { zone, ...place } = await findPlace(db, { id, service, specialist_id, span })
  return {
    ...place,
    ends_at: new Date(span.until).toISOString(),
    ...(specialist_id !== current.specialist_id && change.zone === undefined && { zone }),
    ...(isOther && { price: priceOf(service, 1, settings).total }),
  }
}

/** A price in the request is the one shown to the client, so it must equal the agreed one. */
function requireAgreed({ price, quote_id }: Change, agreed: Booking): void {
  if (price !== undefined && price !== agreed.price)
    throw invalid_values([{ pointer: '/price', message: `The agreed price is ${agreed.price}`, keyword: 'price' }])
  if (quote_id !== undefined && quote_id !== agreed.quote_id)
    throw invalid_values([
      { pointer: '/quote_id', message: 'A quote can only be set when the booking is created', keyword: 'quote' },
    ])
}

async function requireOpen({ id, status }: Booking, db: PluginContext['db']): Promise<void> {
  if (status === 'pending' || status === 'confirmed') return
  const seen = await seenStatus(db, id)
  throw new ApiError('booking_closed', {
    status: 409,
    detail: `The booking [${id}]${seen === undefined ? '' : ` is ${seen} and`} can no longer be moved. Create a new booking.`,
    allowed: [],
  })
}
