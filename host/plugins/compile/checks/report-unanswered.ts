import type { Origin } from '@atrium/sdk/host'
import type { Report } from './finding.ts'
import type { RouteIndex } from './route-index.ts'

/** Who asks, and where that is declared. */
export interface Asking {
  /** The offender: `The widget [stock-1]`. */
  readonly who: string
  readonly routes: RouteIndex
  readonly report: Report
  readonly origin: Origin
}

/** Reports a path of the plugin's own that no GET route answers. Of another plugin's routes nothing can be said here. */
export function reportUnanswered(path: string, { who, routes, report, origin }: Asking): void {
  if (!routes.isOwn(path) || routes.find('GET', path) !== undefined) return
  report({
    code: 'widget_route_missing',
    message: `${who} asks [GET ${path}], which nobody declares.`,
    fix: `${routes.hint('GET', path)}Declare it in \`register_routes\`, or correct the path.`,
    origin,
  })
}
