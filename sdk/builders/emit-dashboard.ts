import { DashboardBuilder, type DashboardDraft } from './dashboard-builder.ts'
import { origin_of } from '../declaration/origin.ts'
import { require_id } from '../declaration/require-id.ts'
import type { ResourceRegistry } from './resource-registry.ts'

export interface EmitDashboardOptions {
  /** The widgets show the title themselves. Default false: the screen shows it. */
  hide_title?: boolean
}

/**
 * Declares a custom screen of a module in a panel, with its own path and navigation entry.
 *
 *     emit_dashboard(registry, 'operations', 'template', (dashboard) => dashboard.id('stock').title('Stock').path('stock') …, { hide_title: true })
 */
export function emit_dashboard(
  registry: ResourceRegistry,
  panel_id: string,
  module_id: string,
  configure: (dashboard: DashboardBuilder) => unknown,
  options: EmitDashboardOptions = {},
): void {
  const draft: DashboardDraft = {
    origin: origin_of(emit_dashboard),
    panel_id,
    module_id: require_id('module', module_id),
    hide_title: options.hide_title ?? false,
    widgets: [],
  }
  configure(new DashboardBuilder(draft))
  registry.add_dashboard(draft)
}
