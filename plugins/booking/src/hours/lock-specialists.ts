import type { Knex } from '@atrium/sdk'

/**
 * Until the transaction ends nobody else changes the hours or the bookings of these specialists. Always the lowest first, so that
 * nobody waits in a circle. SQLite has one writer at a time anyway.
 */
export async function lockSpecialists(db: Knex, ids: readonly number[]): Promise<void> {
  await db('booking_specialists').whereIn('id', ids).orderBy('id').select('id').forUpdate()
}
