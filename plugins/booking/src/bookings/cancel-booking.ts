import { type ChangeOptions, type PluginContext, type RecordId, type Static, Type } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import type { Booking } from './booking.ts'
import { cancellationFee } from './cancellation-fee.ts'
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
