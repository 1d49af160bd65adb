import type { FormDefinition } from '@atrium/sdk/documents'
import type {
  CollectedStore,
  DashboardDraft,
  NamespaceDeclaration,
  ResourceDraft,
  RouteDeclaration,
  ToolDeclaration,
} from '@atrium/sdk/host'
import type { Lease } from '../../base/lifetime/index.ts'
import { recordsOf, withholdingOf } from '../../core/operations/index.ts'
import type { ElementFile, Publication, Translations } from '../../core/registries/index.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import type { Finding, Reference, Report } from './checks/finding.ts'
import { reportForeignKeywords } from './checks/foreign-keywords.ts'
import { checkPermissions } from './checks/permissions.ts'
import { RouteIndex } from './checks/route-index.ts'
import { type Declared, declaredNames, namesTakenTwice, takenName } from './declared-names.ts'
import { customDashboard } from './documents/custom-dashboard.ts'
import { formConditions } from './documents/form-conditions.ts'
import { type LegacyDeclarations, legacyScreens } from './documents/legacy-screens.ts'
import { createAfterRecord, makeManifests, otherModules } from './documents/make-manifests.ts'
import { resourceDocuments } from './documents/resource-documents.ts'
import { resolveResource, withColumns } from './documents/resource.ts'
import { checkedDocuments, invalidDocuments } from './invalid-documents.ts'
import { historyOperations } from './link-history.ts'
import { linkNamespaces } from './link-namespaces.ts'
import { linkOperations, refineOperations } from './link-operations.ts'
import { linkTools } from './link-tools.ts'

/** Everything that a plugin declared while its functions were called. */
export interface Declarations {
  readonly resources: readonly ResourceDraft[]
  readonly dashboards: readonly DashboardDraft[]
  readonly routes: readonly RouteDeclaration[]
  /** The plugin's stores, including those that no route mounts. */
  readonly stores: readonly CollectedStore[]
  readonly tools: readonly ToolDeclaration[]
  readonly namespaces: readonly NamespaceDeclaration[]
  /** Present if the plugin exports `register_dashboards`. */
  readonly legacy?: LegacyDeclarations
}

/** The publication of a plugin, the names it claims, and the problems of its declarations. */
export interface Compiled {
  readonly publication: Publication
  readonly declared: readonly Declared[]
  /** Names in declarations that other plugins may have. */
  readonly references: readonly Reference[]
  /** If one of them is an error, nothing may be published. */
  readonly findings: readonly Finding[]
}

/** A check of this plugin, and everything that determines its result apart from the host's own code. */
interface Checked {
  readonly check: string
  readonly owner: string
  readonly inputs: unknown
}

interface CompileOptions {
  readonly manifest: PluginManifest
  /** The generation's lease. Calls of its operations, tools and namespaces hold it. */
  readonly lease: Lease
  /** Whether the host lets people undo changes. Default true. */
  readonly undo?: boolean
  /** The module of its own elements, as it was bundled. */
  readonly elements?: ElementFile | undefined
  /** The translations of its texts. */
  readonly translations?: Translations | undefined
  /** Runs a check, or leaves it out because it is known to find nothing. Default: runs it. */
  readonly unlessPassed?: (checked: Checked, run: () => readonly Finding[]) => readonly Finding[]
}

/**
 * Turns a plugin's declarations into its publication. Links resources with their routes, routes with the conditions of the forms that
 * submit to them, and tools with their operations. Makes the documents and validates them (ARCHITECTURE: Generations).
 *
 * A pure function: it reads no file, database, clock or registry. The step `generation` later checks everything that depends on other
 * plugins, the configuration or the database.
 */
export function compile(
  declarations: Declarations,
  { manifest, lease, undo = true, elements, translations, ...options }: CompileOptions,
): Compiled {
  const { id } = manifest
  const findings: Finding[] = []
  const report = (finding: Finding) => void findings.push(finding)
  const forms: FormDefinition[] = []
  const addForm = (form: FormDefinition) => void forms.push(form)

  const withholding = withholdingOf(recordsIn(declarations))
  const withhold = withholding(undefined).other
  const own = linkOperations(id, declarations.routes, { report, lease, withholding })
  const linked = [...own, ...historyOperations(id, own, { lease, withholding })]
  const routes = new RouteIndex(id, linked, elements)
  const resolved = firstOfEachId(declarations.resources, report).flatMap(
    (draft) => resolveResource(draft, { routes, report }) ?? [],
  )
  const conditions = formConditions({ resources: resolved, dashboards: declarations.dashboards }, routes)
  const operations = withColumns(refineOperations(linked, conditions), resolved)
  routes.update(operations)

  const context = { routes, namespaces: declarations.namespaces, report, addForm, undo }
  const resources = resolved.map((resource) => resourceDocuments(resource, context))
  const screens = declarations.dashboards.flatMap((draft) => customDashboard(draft, context) ?? [])
  const legacy = declarations.legacy && legacyScreens(declarations.legacy, report)
  const built = [...resources, ...screens].map(({ part }) => part)
  const parts = built.concat(legacy?.parts ?? [])
  const declared = declaredNames(id, parts, declarations)
  reportForeignKeywords(declarations, report)
  findings.push(...namesTakenTwice(declared), ...createAfterRecord(parts), ...otherModules(id, built))

  const publication: Publication = {
    manifests: makeManifests(manifest, parts),
    dashboards: [
      ...resources.flatMap(({ dashboards }) => dashboards),
      ...screens.map(({ dashboard }) => dashboard),
      ...(legacy?.dashboards ?? []),
    ],
    forms,
    resources: resources.map(({ definition }) => definition),
    operations,
    tools: linkTools(id, declarations.tools, { operations, report, lease, withholding }),
    namespaces: linkNamespaces(id, declarations.namespaces, { report, lease, withhold }),
    ...(elements && { elements }),
    ...(translations && { translations }),
    ...(manifest.roles && { roles: manifest.roles }),
    withhold,
  }
  routes.references.push(...checkPermissions(id, declarations, { operations, report }))
  const { unlessPassed = (_, run) => run() } = options
  const checked = { check: 'documents', owner: id, inputs: checkedDocuments(publication) }
  findings.push(...unlessPassed(checked, () => invalidDocuments(publication, declared)))
  return { publication, declared, references: routes.references, findings }
}

/** Leaves out a resource whose id is taken: what else is wrong with it would be told of the first. */
function firstOfEachId(drafts: readonly ResourceDraft[], report: Report): readonly ResourceDraft[] {
  return drafts.filter(({ id, origin }, at) => {
    if (id === undefined || drafts.findIndex((each) => each.id === id) === at) return true
    report(takenName({ kind: 'resource', id, origin }, 'is declared twice'))
    return false
  })
}

/** Every schema in which the plugin describes a record. */
const recordsIn = ({ routes, resources, tools, stores }: Declarations) => [
  ...stores.map(({ schema }) => schema),
  ...recordsOf(routes),
  ...resources.flatMap(({ record }) => record ?? []),
  ...tools.flatMap(({ options }) => ('output' in options && options.output ? [options.output] : [])),
]
