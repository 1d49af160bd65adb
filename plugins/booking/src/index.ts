import type { PluginContext, ResourceRegistry } from '@atrium/sdk'
import { EXPIRE, expireBooking } from './bookings/change-status.ts'
import { handleMails } from './mails/plan-mails.ts'
import { clientSection } from './screens/client-section.ts'
import { registerBookings } from './screens/register-bookings.ts'
import { registerCatalog } from './screens/register-catalog.ts'
import { registerAgenda, registerOverview } from './screens/register-dashboards.ts'
import { registerFeeds } from './screens/register-feeds.ts'
import { registerHours } from './screens/register-hours.ts'
import { registerSeries } from './screens/register-series.ts'
import type { Settings } from './settings.ts'

export { register_routes } from './routes.ts'
export { seed } from './seed/seed.ts'
export { register_mcp_tools } from './tools.ts'

/** Registers all screens of the plugin. */
export function register_resources(registry: ResourceRegistry) {
  registerAgenda(registry)
  registerOverview(registry)
  registerBookings(registry)
  registerSeries(registry)
  registerCatalog(registry)
  registerHours(registry)
  registerFeeds(registry)
}

/** Registers job and event handlers, and the section in the client record. */
export function setup(context: PluginContext<Settings>) {
  const { jobs, events, contribute } = context
  jobs.handle<{ id: number }>(EXPIRE, ({ payload }) => expireBooking(payload.id, context), {
    title: 'Booking expiry',
  })
  events.on<{ id: number; other_id: number }>('clients.merged', ({ payload }) => takeOverBookings(payload, context))
  handleMails(context)
  contribute<{ client_id: number }>('clients.record', ({ client_id }) => clientSection(client_id, context), {
    permission: 'booking.bookings.view',
  })
}

/** Moves the bookings of a merged client to the one that was kept. Running it again changes nothing. */
async function takeOverBookings(
  { id, other_id }: { readonly id: number; readonly other_id: number },
  { db }: Pick<PluginContext, 'db'>,
): Promise<void> {
  const change = { client_id: id, version: db.raw('version + 1') }
  await db('booking_bookings')
    .where({ client_id: other_id })
    .update({ ...change, updated_at: new Date().toISOString() })
  await db('booking_series').where({ client_id: other_id }).update(change)
}
