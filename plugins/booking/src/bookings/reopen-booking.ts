import { ApiError, type ChangeOptions, type PluginContext, type RecordId, type Static, Type } from '@atrium/sdk'
import type { BookingStatus } from '../booking-status.ts'
import { RELEASED } from '../booking-status.ts'
import { requireService } from '../catalog/bookable.ts'
import type { Settings } from '../settings.ts'
import { MINUTE } from '../time/span.ts'
import { announce } from './announce.ts'
import { bookingTable, lockBooking, seenStatus } from './booking-table.ts'
import type { Booking } from './booking.ts'
import { EXPIRE } from './change-status.ts'
import { asSlotTaken, findPlace } from './find-place.ts'
import { writeTransition } from './transition.ts'

/** The status to which a booking returns, and the deadline for confirming it. */
export const Reopening = Type.Object({
  status: Type.Enum(['pending', 'confirmed']),
  expires_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'Default, or if over: as for a new booking' }),
  ),
})
export type Reopening = Static<typeof Reopening>

/** The statuses from which a booking can return to each. */
const FROM: Readonly<Record<Reopening['status'], readonly BookingStatus[]>> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['completed', 'no_show', 'cancelled'],
}

const NO_CANCELLATION = { cancelled_by: null, cancel_reason: null, cancel_fee: null }

/**
 * Undoes the last change of a booking's status. A cancelled booking needs its time again.
 * @throws ApiError 409 `slot_taken`, `reopening_impossible`; 422 if the specialist is no longer available then; 404, 412
 */
export async function reopenBooking(
  id: RecordId,
  { status, expires_at, if_match }: Reopening & ChangeOptions,
  context: PluginContext<Settings>,
): Promise<Booking> {
  const { db, jobs } = context
  const current = await lockBooking(db, id)
  if (!FROM[status].includes(current.status) || (await formerStatus(current, db)) !== status)
    throw await impossible(current.id, status, db)
  const place = RELEASED.includes(current.status) ? await formerPlace(current, context) : {}
  const expires = status === 'pending' ? expiryOf(expires_at, context.settings) : null
  const change = { ...NO_CANCELLATION, ...place, status, expires_at: expires?.toISOString() ?? null }
  const reopened = await bookingTable(db).update(current.id, change, { if_match }).catch(asSlotTaken)
  await writeTransition(db, reopened.id, { from: current.status, to: status })
  if (expires) await jobs.add(EXPIRE, { id: reopened.id }, { run_at: expires, key: String(reopened.id) })
  await announce(context, 'reopened', reopened, { mail: mailAfter(current) })
  return reopened
}

/** The status before the present one, ignoring changes that were undone. */
async function formerStatus({ id }: Booking, db: PluginContext['db']): Promise<BookingStatus | undefined> {
  const rows: { from_status: BookingStatus | null; to_status: BookingStatus }[] = await db('booking_transitions')
    .where({ booking_id: id })
    .orderBy('id')
    .select('from_status', 'to_status')
  const held: BookingStatus[] = []
  for (const { from_status: from, to_status: to } of rows) {
    const isTakenBack = from !== null && (to === 'pending' || to === 'confirmed') && FROM[to].includes(from)
    if (isTakenBack) held.pop()
    else held.push(to)
  }
  return held.at(-2)
}

/** The e-mail that corrects what the client was told. Clients know nothing of a withdrawn booking. */
function mailAfter({ status, cancelled_by }: Booking): 'reinstated' | 'unconfirmed' | null {
  if (status === 'confirmed') return 'unconfirmed'
  return status === 'cancelled' && cancelled_by !== undefined ? 'reinstated' : null
}

/** The agreed zone stays. */
async function formerPlace(booking: Booking, { db }: PluginContext<Settings>): Promise<Partial<Booking>> {
  const { id, service_id, specialist_id, starts_at, ends_at } = booking
  const service = await requireService(db, service_id)
  const span = { from: Date.parse(starts_at), until: Date.parse(ends_at) }
  const { zone: _, ...place } = await findPlace(db, { id, service, specialist_id, span })
  return place
}

function expiryOf(former: string | undefined, { pending_minutes }: Settings): Date {
  const kept = new Date(former ?? 0)
  return kept.getTime() > Date.now() ? kept : new Date(Date.now() + pending_minutes * MINUTE)
}

async function impossible(id: number, to: BookingStatus, db: PluginContext['db']): Promise<ApiError> {
  const status = await seenStatus(db, id)
  const is = status === undefined ? '' : ` is ${status} and`
  const detail = `The booking [${id}]${is} cannot become ${to} again. Create a new booking.`
  return new ApiError('reopening_impossible', { status: 409, detail, allowed: [] })
}
