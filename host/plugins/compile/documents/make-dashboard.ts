import type { Dashboard, ScreenKind, Widget } from '@atrium/sdk/documents'
import type { Resource } from './resource.ts'
import { revisionOf } from '../../../core/registries/revision-of.ts'

interface DashboardContent {
  readonly kind: Exclude<ScreenKind, 'custom'>
  readonly title: string
  readonly widgets: Widget[]
}

/** One generated screen, `{resourceId}-{kind}`. Its widgets show the title, so the screen hides its own (spec: `hide_title=True`). */
export function makeDashboard(resource: Resource, { kind, title, widgets }: DashboardContent): Dashboard {
  const { id, panel_id, module_id } = resource
  const content = { panel_id, module_id, resource_id: id, kind, title, hide_title: true, widgets }
  return { id: `${id}-${kind}`, ...content, revision: revisionOf(content) }
}
