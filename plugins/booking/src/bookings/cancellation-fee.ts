import { shareOf } from '../quotes/price-of.ts'
import type { Settings } from '../settings.ts'
import type { Booking } from './booking.ts'

/** What a client owes who cancels now. The policy: what was never confirmed costs nothing, and neither does what is cancelled in time. */
export function cancellationFee(
  { status, starts_at, price }: Pick<Booking, 'status' | 'starts_at' | 'price'>,
  { free_cancellation_hours, cancellation_fee_basis_points }: Settings,
  { at = Date.now() }: { at?: number } = {},
): number {
  const isInTime = Date.parse(starts_at) - at >= free_cancellation_hours * 60 * 60_000
  return status === 'pending' || isInTime ? 0 : shareOf(price, cancellation_fee_basis_points)
}
