import type { ResourceRegistry } from '@atrium/sdk'
import { registerCatalog } from './screens/register-catalog.ts'
import { registerHours } from './screens/register-hours.ts'

/** How people see the calendar of the practice, and what it consists of. */
export function register_resources(registry: ResourceRegistry) {
  registerCatalog(registry)
  registerHours(registry)
}
