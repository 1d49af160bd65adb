import type { FormDefinition, NavigationItem } from '@atrium/sdk/documents'
import type { DashboardDraft } from '@atrium/sdk/host'
import type { Lease } from '../../base/lifetime/index.ts'
import { recordsOf, withholdingOf } from '../../core/operations/withholding.ts'
import type { CheckedPublication } from './checks/check-publication.ts'
import { createAfterRecord, makeManifests, type ModulePart } from './documents/make-manifests.ts'
import { declaredNames, namesTakenTwice } from './declared-names.ts'
import { absolutePath, RouteIndex } from './checks/route-index.ts'
import { type CustomScreen, customDashboard } from './documents/custom-dashboard.ts'
import type { Finding } from './checks/finding.ts'
import { formConditions } from './documents/form-conditions.ts'
import { legacyScreens } from './documents/legacy-screens.ts'
import { type ResourceDocuments, resourceDocuments } from './documents/resource-documents.ts'
import type { Resource } from './documents/resource.ts'
import { resolveResource } from './documents/resource.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import { linkOperations, refineOperations } from './link-operations.ts'
import { linkNamespaces } from './link-namespaces.ts'
import { linkTools } from './link-tools.ts'
import type { StagedPlugin } from '../generation/stage-plugin.ts'

interface LinkedResource {
  readonly resource: Resource
  readonly documents: ResourceDocuments
}

/** What a plugin would publish, the names it takes with it, and what is wrong with either. */
export interface LinkedPlugin extends CheckedPublication {
  readonly findings: readonly Finding[]
}

/**
 * Joins what a plugin declared: resources with their routes, routes with the conditions of the forms that submit to them, tools
 * with their operations (design section 6, step 3). All findings are collected; with an error among them nothing may be published.
 */
export function linkPlugin(
  staged: StagedPlugin,
  { manifest, lease }: { manifest: PluginManifest; lease: Lease },
): LinkedPlugin {
  const findings: Finding[] = []
  const report = (finding: Finding) => void findings.push(finding)
  const withholding = withholdingOf(recordsIn(staged))
  const withhold = withholding(undefined).other
  const linked = linkOperations(manifest.id, staged.routes, { report, lease, withholding })
  const declaredRoutes = new RouteIndex(manifest.id, linked)
  const resolved = staged.resources.flatMap((draft) => resolveResource(draft, { routes: declaredRoutes, report }) ?? [])
  const conditions = formConditions({ resources: resolved, dashboards: staged.dashboards }, declaredRoutes)
  const operations = refineOperations(linked, conditions)
  const forms: FormDefinition[] = []
  const context = {
    routes: new RouteIndex(manifest.id, operations),
    report,
    addForm: (form: FormDefinition) => void forms.push(form),
  }
  const resources = resolved.map((resource) => ({ resource, documents: resourceDocuments(resource, context) }))
  const screens = staged.dashboards.flatMap((draft) => customDashboard(draft, context) ?? [])
  const legacy = staged.legacy && legacyScreens(staged.legacy, report)
  const parts = [...resources.map(resourcePart), ...screens.map(screenPart), ...(legacy?.parts ?? [])]
  const declared = declaredNames(manifest.id, { parts, staged })
  const documents = resources.map((each) => each.documents)
  findings.push(...namesTakenTwice(declared), ...createAfterRecord(parts))
  return {
    publication: {
      manifests: makeManifests(manifest, parts),
      dashboards: [
        ...documents.flatMap(({ dashboards }) => dashboards),
        ...screens.map(({ dashboard }) => dashboard),
        ...(legacy?.dashboards ?? []),
      ],
      forms,
      resources: documents.map(({ definition }) => definition),
      operations,
      tools: linkTools(manifest.id, staged.tools, { operations, report, lease, withholding }),
      namespaces: linkNamespaces(manifest.id, staged.namespaces, { report, lease, withhold }),
      withhold,
    },
    declared,
    findings,
  }
}

/** Every schema by which the plugin says what a record is. */
const recordsIn = ({ routes, resources, tools, stores }: StagedPlugin) => [
  ...stores,
  ...recordsOf(routes),
  ...resources.flatMap(({ record }) => record ?? []),
  ...tools.flatMap(({ options }) => ('output' in options && options.output ? [options.output] : [])),
]

function resourcePart({ resource, documents }: LinkedResource): ModulePart {
  const { id, title, panel_id, module_id, pages, screenPath, draft } = resource
  const { group = null, sort = 1000 } = draft.nav_group ?? {}
  const item: NavigationItem = {
    resource_id: id,
    title,
    ...(draft.icon !== undefined && { icon: draft.icon }),
    sort,
    path: screenPath,
    ...(draft.badge_path !== undefined && { badge_path: absolutePath(draft.badge_path, draft.api_base) }),
  }
  const part = { origin: draft.origin, panel_id, module_id, resource_id: id, screens: documents.screens }
  return pages.list ? { ...part, navigation: [{ group, item }] } : part
}

function screenPart({ screen, dashboard, draft }: CustomScreen): ModulePart {
  const { panel_id, module_id } = dashboard
  const part = { origin: draft.origin, panel_id, module_id, screens: [screen] }
  if (screen.path.includes(':')) return part
  return { ...part, navigation: [navigationOf(draft, { path: screen.path, title: dashboard.title })] }
}

function navigationOf({ nav_group, icon }: DashboardDraft, { path, title }: { path: string; title: string }) {
  const { group = null, sort = 1000 } = nav_group ?? {}
  return { group, item: { title, sort, path, ...(icon !== undefined && { icon }) } }
}
