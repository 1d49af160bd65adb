import { collect_routes } from '@atrium/sdk/host'
import type { DashboardDraft, ResourceDraft } from '@atrium/sdk/host'
import { Hold } from '../base/lifetime/index.ts'
import type { Publication } from '../core/registries/index.ts'
import { compile, unlessPassed } from '../plugins/index.ts'
import { attributeRoutes } from './attributes.ts'
import { choiceRoutes } from './choices.ts'
import { OWNER } from './declare.ts'
import { auditRoutes, auditScreens } from './audit.ts'
import { dashboardRoutes } from './dashboards.ts'
import { explainRoutes } from './explain.ts'
import { favouriteRoutes } from './favourites.ts'
import { grantRoutes, grantScreens } from './grants.ts'
import { hostRoutes, hostScreens } from './hosts.ts'
import { jobRoutes, jobScreens } from './jobs.ts'
import type { PlatformParts } from './platform-parts.ts'
import { planRoutes } from './plans.ts'
import { pluginPlanRoutes } from './plugin-plan-routes.ts'
import { pluginRoutes, pluginScreens } from './plugins.ts'
import { reloadRoutes } from './reload-everywhere.ts'
import { roleRoutes, roleScreens } from './roles.ts'
import { tokenRoutes, tokenScreens } from './tokens.ts'
import { userLinkRoutes } from './user-links.ts'
import { userScreens } from './user-screens.ts'
import { userRoutes } from './users.ts'
import { sessionRoutes, sessionScreens } from './sessions.ts'
import { ARABIC } from './translations/arabic-catalogue.ts'
import { GERMAN } from './translations/german-catalogue.ts'
import { viewRoutes } from './views.ts'
import { suggestedRoleRoutes, suggestedRoleScreens } from './suggested-roles.ts'
import { deliveryRoutes, deliveryScreens } from './webhook-deliveries.ts'
import { webhookRoutes, webhookScreens } from './webhooks.ts'

const ROUTES = [
  ...[
    userRoutes,
    userLinkRoutes,
    roleRoutes,
    choiceRoutes,
    attributeRoutes,
    suggestedRoleRoutes,
    planRoutes,
    grantRoutes,
  ],
  ...[tokenRoutes, sessionRoutes, jobRoutes, hostRoutes, pluginRoutes, pluginPlanRoutes, auditRoutes, explainRoutes],
  ...[reloadRoutes, webhookRoutes, deliveryRoutes, viewRoutes, favouriteRoutes, dashboardRoutes],
]
const SCREENS = [
  ...[userScreens, roleScreens, suggestedRoleScreens, tokenScreens, sessionScreens, grantScreens],
  ...[jobScreens, webhookScreens, deliveryScreens, pluginScreens, hostScreens, auditScreens],
]

/**
 * Publishes the platform's own module (ARCHITECTURE: Rooms). It is declared like a plugin's module and compiled by the same `compile`, but
 * it has no folder and no generation: it exists as long as the host. Existing publications under the platform's id are kept.
 */
export function publishPlatform(parts: PlatformParts, { version }: { version: string }): void {
  const { registries } = parts
  const publication = platformPublication(parts, { version })
  const own = [...parts.undo.operations, ...parts.notifications.operations]
  const operations = [...registries.operations.list(OWNER), ...own, ...publication.operations]
  registries.publish(OWNER, { ...publication, operations })
}

function platformPublication(parts: PlatformParts, { version }: { version: string }): Publication {
  const { routes, declarations } = collect_routes()
  for (const add of ROUTES) add(routes, parts)
  const resources: ResourceDraft[] = []
  const dashboards: DashboardDraft[] = []
  const registry = {
    add_resource: (draft: ResourceDraft) => void resources.push(draft),
    add_dashboard: (draft: DashboardDraft) => void dashboards.push(draft),
  }
  for (const add of SCREENS) add(registry)
  const declared = { resources, dashboards, routes: declarations, stores: [], tools: [], namespaces: [] }
  const { publication, findings } = compile(declared, {
    ...{ manifest: manifestOf(version), lease: new Hold(), undo: false },
    unlessPassed,
  })
  const [finding] = findings
  if (finding) throw new Error(`The platform's own module is wrong: ${finding.code}: ${finding.message}`)
  // An operation without a lease belongs to the platform: it has no time limit and does not share connections with plugins.
  const operations = publication.operations.map(({ lease: _, ...operation }) => operation)
  return { ...publication, operations, translations: { ar: ARABIC, de: GERMAN } }
}

const manifestOf = (version: string) => ({
  id: OWNER,
  title: 'Atrium',
  version,
  package_name: '@atrium/host',
  directory: import.meta.dirname,
  entry: import.meta.filename,
  requires: {},
  drain_seconds: 0,
  sdk_range: '*',
})
