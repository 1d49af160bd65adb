import { type ChangeOptions, type PluginContext, type RecordId, type Static, Type } from '@atrium/sdk'
import { shareOf } from '../quotes/price-of.ts'
import type { Settings } from '../settings.ts'
import type { Booking } from './booking.ts'
import { moveBooking } from './move-booking.ts'

/** Who cancels, and why. */
export const Cancellation = Type.Object({
  by: Type.Enum(['client', 'practice'], { default: 'practice' }),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
})
export type Cancellation = Static<typeof Cancellation>

/** Gives the time of a booking free. @throws ApiError 409 `transition_impossible`, 404, 412 */
export const cancelBooking = (
  id: RecordId,
  { by, reason, if_match }: Cancellation & ChangeOptions,
  context: PluginContext<Settings>,
): Promise<Booking> =>
  moveBooking(
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

/** What a client owes who cancels now. The policy: what was never confirmed costs nothing, and neither does what is cancelled in time. */
export function cancellationFee(
  { status, starts_at, price }: Pick<Booking, 'status' | 'starts_at' | 'price'>,
  { free_cancellation_hours, cancellation_fee_basis_points }: Settings,
  { at = Date.now() }: { at?: number } = {},
): number {
  const isInTime = Date.parse(starts_at) - at >= free_cancellation_hours * 60 * 60_000
  return status === 'pending' || isInTime ? 0 : shareOf(price, cancellation_fee_basis_points)
}
