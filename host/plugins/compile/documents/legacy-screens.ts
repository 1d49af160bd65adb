import type { LegacyDraft, LegacyScreen } from '@atrium/sdk/host'
import { Dashboard, type NavigationItem, type Screen } from '@atrium/sdk/documents'
import { revisionOf } from '../../../core/registries/index.ts'
import { documentProblems } from '../checks/document-problems.ts'
import type { JsonMistake } from '../../../base/config/index.ts'
import type { Report } from '../checks/finding.ts'
import { knownNames } from '../checks/finding.ts'
import type { ModulePart } from './make-manifests.ts'
import { screenPath, reportTitleTwice } from '../checks/screens.ts'

/** A file of `ui/dashboards/` and its content. */
export interface DashboardFile {
  /** The file name without `.json`, which is the dashboard's id. */
  readonly id: string
  /** Relative to the plugin directory. */
  readonly file: string
  readonly content: { readonly value: unknown } | { readonly mistake: JsonMistake }
}

/** The declarations of `register_dashboards`, and the files they may refer to. */
export interface LegacyDeclarations {
  readonly drafts: readonly LegacyDraft[]
  readonly files: readonly DashboardFile[]
}

export interface LegacyScreens {
  readonly dashboards: readonly Dashboard[]
  readonly parts: readonly ModulePart[]
}

/** Makes the screens of the deprecated registration: dashboards as written in their files, validated by their schema. */
export function legacyScreens({ drafts, files }: LegacyDeclarations, report: Report): LegacyScreens {
  report({
    code: 'legacy_dashboards',
    message: '[register_dashboards] is deprecated: its screens have no forms and are not checked against the routes.',
    fix: 'Declare the screens with `register_resources`.',
    ...(drafts[0] && { origin: drafts[0].origin }),
  })
  const made = drafts.map((draft) => {
    const dashboards = dashboardsOf(draft, { files, report })
    return { dashboards, part: partOf(draft, { dashboards, report }) }
  })
  return { dashboards: made.flatMap((each) => [...each.dashboards.values()]), parts: made.map(({ part }) => part) }
}

type Dashboards = ReadonlyMap<string, Dashboard>

function dashboardsOf(
  draft: LegacyDraft,
  { files, report }: { files: readonly DashboardFile[]; report: Report },
): Dashboards {
  const known = files.map((each) => each.id)
  const ids = new Set(draft.screens.map(({ dashboard_id }) => dashboard_id))
  const made = [...ids].flatMap((id) => {
    const file = files.find((each) => each.id === id)
    if (file !== undefined) return makeDashboard(draft, { file, report })
    report({
      code: 'dashboard_file_missing',
      message: `The module [${draft.module_id}] shows the dashboard [${id}], but there is no file [ui/dashboards/${id}.json].`,
      fix: known.length === 0 ? 'Create the file.' : knownNames(id, known),
      origin: draft.origin,
    })
    return []
  })
  return new Map(made.map((dashboard) => [dashboard.id, dashboard]))
}

function makeDashboard(
  { panel_id, module_id, origin }: LegacyDraft,
  { file: { id, file, content }, report }: { file: DashboardFile; report: Report },
): Dashboard[] {
  const fix = 'Correct the file. Saving it loads the plugin again.'
  const invalid = { code: 'document_invalid', fix, document: id } as const
  if ('mistake' in content) {
    const { message, ...place } = content.mistake
    report({ ...invalid, message: `The file [${file}] is not JSON: ${message}`, file: { file, ...place } })
    return []
  }
  const given = typeof content.value === 'object' ? content.value : {}
  const own = { id, panel_id, module_id, kind: 'custom' as const }
  const dashboard = { hide_title: false, ...given, ...own, revision: revisionOf({ ...own, given }) } as Dashboard
  const problems = documentProblems(Dashboard, dashboard)
  for (const { pointer, message } of problems) {
    report({
      ...invalid,
      message: `The file [${file}] is not valid: [${pointer || '/'}] ${message}.`,
      file: { file, pointer },
    })
  }
  if (problems.length > 0) return []
  reportTitleTwice(dashboard, { report, place: { document: id, file: { file }, origin } })
  return [dashboard]
}

function partOf(draft: LegacyDraft, { dashboards, report }: { dashboards: Dashboards; report: Report }): ModulePart {
  const { origin, panel_id, module_id } = draft
  const screens = draft.screens.map((declared) => ({
    declared,
    screen: {
      path: screenPath(panel_id, declared.path, { report, origin }),
      kind: 'custom' as const,
      dashboard_id: declared.dashboard_id,
    },
  }))
  const navigation = screens.flatMap(({ declared, screen }) => navigationOf(declared, { screen, dashboards }))
  return { origin, panel_id, module_id, screens: screens.map(({ screen }) => screen), navigation }
}

function navigationOf(
  { nav_group, nav_sort = 1000, icon }: LegacyScreen,
  { screen, dashboards }: { screen: Screen; dashboards: Dashboards },
): { group: string; item: NavigationItem }[] {
  const dashboard = dashboards.get(screen.dashboard_id)
  if (nav_group === undefined || dashboard === undefined || screen.path.includes(':')) return []
  const item = { title: dashboard.title, sort: nav_sort, path: screen.path, ...(icon !== undefined && { icon }) }
  return [{ group: nav_group, item }]
}
