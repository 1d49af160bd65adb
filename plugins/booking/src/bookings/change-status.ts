import {
  ApiError,
  type ChangeOptions,
  type Knex,
  type PluginContext,
  type RecordId,
  type Static,
  Type,
} from '@atrium/sdk'
import type { BookingStatus } from '../booking-status.ts'
import { shareOf } from '../quotes/price-of.ts'
import type { Settings } from '../settings.ts'
import { HOUR } from '../time/span.ts'
import { announce } from './announce.ts'
import { bookingTable, lockBooking, seenStatus } from './booking-table.ts'
import type { Booking } from './booking.ts'
import { writeTransition } from './transition.ts'

/** The statuses that may follow each status. Only the expiry job sets `expired`. */
const NEXT: Readonly<Record<BookingStatus, readonly BookingStatus[]>> = {
  pending: ['confirmed', 'cancelled', 'expired'],
  confirmed: ['completed', 'no_show', 'cancelled'],
  completed: [],
  no_show: [],
  cancelled: [],
  expired: [],
}

export interface StatusChange extends ChangeOptions {
  readonly to: Exclude<BookingStatus, 'pending'>
  readonly reason?: string | undefined
  /** Other fields that change along with the status. */
  readonly changes?: (booking: Booking) => Partial<Booking>
  /** The e-mail to the client, null for none. */
  readonly mail?: null
}

/**
 * Changes the status of a booking and records the transition.
 * @throws ApiError 409 `transition_impossible` with the statuses that are allowed; 404, 412
 */
export async function changeStatus(
  id: RecordId,
  { to, reason, changes, if_match, ...told }: StatusChange,
  context: PluginContext<Settings>,
): Promise<Booking> {
  const { db } = context
  const current = await lockBooking(db, id)
  if (!NEXT[current.status].includes(to)) throw await impossible(current.id, to, db)
  const moved = await bookingTable(db).update(
    current.id,
    { ...changes?.(current), status: to, expires_at: null },
    { if_match },
  )
  await writeTransition(db, moved.id, { from: current.status, to, reason })
  await announce(context, to, moved, told)
  return moved
}

async function impossible(id: number, to: BookingStatus | 'withdrawn', db: Knex): Promise<ApiError> {
  const status = await seenStatus(db, id)
  if (status === undefined) {
    const detail = `The booking [${id}] cannot become ${to}, because of its status, which your roles hide.`
    return new ApiError('transition_impossible', { status: 409, detail, allowed: [] })
  }
  const allowed = NEXT[status].filter((next) => next !== 'expired')
  const possible = allowed.length === 0 ? 'Its status is final.' : `Allowed: ${allowed.join(', ')}.`
  const detail = `The booking [${id}] is ${status} and cannot become ${to}. ${possible}`
  return new ApiError('transition_impossible', { status: 409, detail, allowed: [...allowed] })
}

/** Who cancels a booking, and why. */
export const Cancellation = Type.Object({
  by: Type.Enum(['client', 'practice'], { default: 'practice', description: 'Who cancels' }),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
})
export type Cancellation = Static<typeof Cancellation>

/** Cancels a booking and frees its time. @throws ApiError 409 `transition_impossible`, 404, 412 */
export const cancelBooking = (
  id: RecordId,
  { by, reason, if_match }: Cancellation & ChangeOptions,
  context: PluginContext<Settings>,
): Promise<Booking> =>
  changeStatus(
    id,
    {
      to: 'cancelled',
      reason,
      if_match,
      changes: (booking) => ({
        cancelled_by: by,
        cancel_fee: by === 'client' ? cancellationFee(booking, context.settings) : 0,
        ...(reason && { cancel_reason: reason }),
      }),
    },
    context,
  )

/** Undoes the creation of an unconfirmed booking. The client is not informed. @throws ApiError 409 `transition_impossible`, 404, 412 */
export async function withdrawBooking(
  id: RecordId,
  { if_match }: ChangeOptions,
  context: PluginContext<Settings>,
): Promise<Booking> {
  const current = await lockBooking(context.db, id)
  if (current.status !== 'pending') throw await impossible(current.id, 'withdrawn', context.db)
  return changeStatus(id, { to: 'cancelled', if_match, mail: null }, context)
}

/**
 * The fee for a client who cancels now, in minor units. Cancelling is free before confirmation, and until `free_cancellation_hours` before
 * the start.
 */
export function cancellationFee(
  { status, starts_at, price }: Pick<Booking, 'status' | 'starts_at' | 'price'>,
  { free_cancellation_hours, cancellation_fee_basis_points }: Settings,
  { at = Date.now() }: { at?: number } = {},
): number {
  const isInTime = Date.parse(starts_at) - at >= free_cancellation_hours * HOUR
  return status === 'pending' || isInTime ? 0 : shareOf(price, cancellation_fee_basis_points)
}

/** The job that ends a pending booking at its `expires_at`. */
export const EXPIRE = 'expire'

/** Expires a booking and frees its time if it is still pending. */
export async function expireBooking(id: number, context: PluginContext<Settings>): Promise<void> {
  const { db } = context
  await db.transaction(async () => {
    const pending: unknown = await db('booking_bookings').where({ id, status: 'pending' }).forUpdate().first('id')
    if (pending !== undefined) await changeStatus(id, { to: 'expired' }, context)
  })
}
