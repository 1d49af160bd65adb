import type { PluginContext, Routes } from '@atrium/sdk'
import { catalogTables } from './catalog/catalog-tables.ts'
import { hoursTables } from './hours/hours-tables.ts'
import type { Settings } from './settings.ts'

/** Where all that can be booked lives. */
export function register_routes(routes: Routes, context: PluginContext<Settings>) {
  const { locations, services, specialists, offers } = catalogTables(context.db)
  const { hours, exceptions, holidays } = hoursTables(context.db)
  routes
    .records('/locations/{id}', locations)
    .records('/services/{id}', services)
    .records('/specialists/{id}', specialists)
    .records('/offers/{id}', offers)
    .records('/hours/{id}', hours)
    .records('/exceptions/{id}', exceptions)
    .records('/holidays/{id}', holidays)
}
