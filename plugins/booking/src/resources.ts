import type { ResourceRegistry } from '@atrium/sdk'
import { registerBookings } from './screens/register-bookings.ts'
import { registerCatalog } from './screens/register-catalog.ts'
import { registerAgenda, registerOverview } from './screens/register-dashboards.ts'
import { registerFeeds } from './screens/register-feeds.ts'
import { registerHours } from './screens/register-hours.ts'
import { registerSeries } from './screens/register-series.ts'

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
