import type { Origin } from '@atrium/sdk'
import type { DiagnosticCode } from '@atrium/sdk/documents'
import type { Report } from './finding.ts'
import type { Resource } from './resource.ts'

/** Holds the rules that say which screens go with which declarations and routes (spec, "Configuration problems"; design section 5). */
export function checkPages(resource: Resource, report: Report): void {
  const { draft, pages, id } = resource
  const origin = draft.pages?.origin ?? draft.origin
  if (pages.create && draft.form === undefined) {
    report({
      code: 'create_screen_without_form',
      message: `The resource [${id}] has [pages({ create: true })] but no form.`,
      fix: 'Add `.form(…)`, or disable the screen with `.pages({ create: false })`.',
      origin,
    })
  }
  if (pages.edit && draft.form === undefined) {
    report({
      code: 'edit_screen_without_form',
      message: `The resource [${id}] has [pages({ edit: true })] but no form.`,
      fix: 'Add `.form(…)`, or disable the screen with `.pages({ edit: false })`.',
      origin,
    })
  }
  if (pages.view && draft.infolist === undefined) {
    report({
      code: 'view_screen_without_infolist',
      message: `The resource [${id}] has [pages({ view: true })] but no infolist.`,
      fix: 'Add `.infolist()`, or disable the screen with `.pages({ view: false })`.',
      origin,
    })
  }
  if (draft.table?.create !== undefined && !(pages.create && draft.form !== undefined)) {
    report({
      code: 'create_action_without_screen',
      message: `The table of [${id}] declares [create()], but there is no create screen.`,
      fix: 'Configure `.form(…)` and leave `.pages({ create: true })` on, or take `.create()` out.',
      origin: draft.table.create.origin,
    })
  }
  checkRoutes(resource, { report, origin: draft.origin })
}

/** A screen without the route it asks would open empty, so it is refused. Routes of other plugins are not known here. */
function checkRoutes(
  { id, pages, paths, routes, draft }: Resource,
  { report, origin }: { report: Report; origin: Origin },
): void {
  const missing = (code: DiagnosticCode, screen: string, route: string) =>
    report({
      code,
      message: `The ${screen} screen of [${id}] needs the route [${route}], which nobody declares.`,
      fix: `Declare it in \`register_routes\` (\`routes.records\` does), correct the path, or switch the screen off with \`.pages()\`.`,
      origin,
    })
  const form = draft.form !== undefined
  if (pages.list && !routes.list) missing('list_route_missing', 'list', `GET ${paths.list}`)
  if (pages.create && form && !routes.create) missing('create_route_missing', 'create', `POST ${paths.create}`)
  if (pages.edit && form && !routes.update) missing('update_route_missing', 'edit', `PATCH ${paths.record}`)
  if ((pages.view || (pages.edit && form)) && !routes.read) {
    missing('record_route_missing', pages.view ? 'view' : 'edit', `GET ${paths.record}`)
  }
}
