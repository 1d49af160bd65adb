import type { DashboardDraft } from './dashboard-builder.ts'
import type { ResourceDraft } from './resource-draft.ts'

/** What `register_resources` receives. Declarations are collected; the host publishes them all together or not at all. */
export interface ResourceRegistry {
  add_resource(draft: ResourceDraft): void
  add_dashboard(draft: DashboardDraft): void
}
