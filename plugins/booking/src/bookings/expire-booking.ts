import type { PluginContext } from '@atrium/sdk'
import { moveBooking } from './move-booking.ts'

/** The job that comes when a booking has waited long enough. */
export const EXPIRE = 'expire'

/** Gives the time of a booking free that nobody confirmed. One that was confirmed or cancelled meanwhile is left alone. */
export async function expireBooking(id: number, context: Pick<PluginContext, 'db' | 'events'>): Promise<void> {
  const { db } = context
  await db.transaction(async () => {
    const pending: unknown = await db('booking_bookings').where({ id, status: 'pending' }).forUpdate().first('id')
    if (pending !== undefined) await moveBooking(id, { to: 'expired' }, context)
  })
}
