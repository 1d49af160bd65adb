import { origin_of } from '../declaration/origin.ts'
import { require_function, require_id, require_synchronous } from '../declaration/require.ts'
import type { DashboardDraft } from './dashboard-builder.ts'
import { DashboardBuilder } from './dashboard-builder.ts'
import type { ResourceDraft } from './resource-builder.ts'
import { ResourceBuilder } from './resource-builder.ts'

/** The argument of `register_resources`. It collects declarations; the host publishes all of them or none. */
export interface ResourceRegistry {
  add_resource(draft: ResourceDraft): void
  add_dashboard(draft: DashboardDraft): void
}

const RESOURCE = "register_resource(registry, 'operations', 'shop', (resource) => …)"
const DASHBOARD = "emit_dashboard(registry, 'operations', 'shop', (dashboard) => …)"

/**
 * Declares a resource of a module in a panel.
 *
 *     register_resource(registry, 'operations', 'template', (resource) => resource.record(Item).id('items').title('Items') …)
 */
export function register_resource(
  registry: ResourceRegistry,
  panel_id: string,
  module_id: string,
  configure: (resource: ResourceBuilder) => unknown,
): void {
  require_function('register_resource', configure, RESOURCE)
  const draft: ResourceDraft = {
    origin: origin_of(register_resource),
    panel_id,
    module_id: require_id('module', module_id),
    relations: [],
  }
  require_synchronous('register_resource', configure(new ResourceBuilder(draft)))
  registry.add_resource(draft)
}

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
  require_function('emit_dashboard', configure, DASHBOARD)
  const draft: DashboardDraft = {
    origin: origin_of(emit_dashboard),
    panel_id,
    module_id: require_id('module', module_id),
    hide_title: options.hide_title ?? false,
    widgets: [],
  }
  require_synchronous('emit_dashboard', configure(new DashboardBuilder(draft)))
  registry.add_dashboard(draft)
}
