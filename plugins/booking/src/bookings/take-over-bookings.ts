import type { PluginContext } from '@atrium/sdk'

/** Two clients have become one: whose bookings they were, they stay. Doing it again changes nothing more. */
export async function takeOverBookings(
  { id, other_id }: { readonly id: number; readonly other_id: number },
  { db }: Pick<PluginContext, 'db'>,
): Promise<void> {
  for (const table of ['booking_bookings', 'booking_series'])
    await db(table)
      .where({ client_id: other_id })
      .update({ client_id: id, version: db.raw('version + 1') })
}
