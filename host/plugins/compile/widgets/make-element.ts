import type { ElementWidget } from '@atrium/sdk/documents'
import type { DashboardWidgetDraft } from '@atrium/sdk/host'
import { absolutePath, reportUnanswered } from '../checks/route-index.ts'
import type { WidgetPlace } from './make-chart.ts'

type DeclaredElement = Extract<DashboardWidgetDraft, { kind: 'element' }>

/** A block that an element of the plugin draws. */
export function makeElement({ title, path: declared, shows }: DeclaredElement, place: WidgetPlace): ElementWidget {
  const { id, routes } = place
  const asking = { ...place, who: `The widget [${id}]` }
  const path = declared === undefined ? undefined : absolutePath(declared, place.api_base)
  if (path !== undefined) reportUnanswered(path, asking)
  return {
    kind: 'element',
    id,
    title,
    ...(path !== undefined && { path }),
    element: routes.elements.use(shows, asking),
  }
}
