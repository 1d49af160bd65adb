import type { Origin } from '@atrium/sdk'
import type { Report } from '../checks/finding.ts'
import type { RouteIndex } from '../checks/route-index.ts'

/** Where a widget of a custom dashboard is declared, and what it is linked with. */
export interface WidgetPlace {
  readonly id: string
  /** What paths of the plugin's own begin with. */
  readonly api_base: string | undefined
  readonly origin: Origin
  readonly routes: RouteIndex
  readonly report: Report
}
