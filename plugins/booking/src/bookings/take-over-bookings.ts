import type { PluginContext } from '@atrium/sdk'

/** Two clients have become one: whose bookings they were, they stay. Doing it again changes nothing more. */
export async function takeOverBookings(
  { id, other_id }: { readonly id: number; readonly other_id: number },
  { db }: Pick<PluginContext, 'db'>,
): Promise<void> {
  const change = { client_id: id, version: db.raw('version + 1') }
  await db('booking_bookings')
    .where({ client_id: other_id })
    .update({ ...change, updated_at: new Date().toISOString() })
  await db('booking_series').where({ client_id: other_id }).update(change)
}
