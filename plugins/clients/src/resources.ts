import type { ResourceRegistry } from '@atrium/sdk'
import { clientScreens } from './screens/client-screens.ts'
import { documentTypeScreens } from './screens/document-type-screens.ts'
import { importScreens } from './screens/import-screens.ts'
import { summaryScreen } from './screens/summary-screen.ts'

/** What people see: the figures, the clients, what documents are asked of them, and imports. */
export function register_resources(registry: ResourceRegistry) {
  summaryScreen(registry)
  clientScreens(registry)
  documentTypeScreens(registry)
  importScreens(registry)
}
