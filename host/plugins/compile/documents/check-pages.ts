import { member_origin } from '@atrium/sdk/host'
import type { DiagnosticCode } from '@atrium/sdk/documents'
import type { Method, Operation } from '../../../core/registries/index.ts'
import type { Report } from '../checks/finding.ts'
import type { Resource } from './resource.ts'
import type { RouteIndex } from '../checks/route-index.ts'

interface LinkContext {
  readonly routes: RouteIndex
  readonly report: Report
}

/** Checks that each screen has the declarations and routes it needs (spec, "Configuration problems"; ARCHITECTURE: Diagnostics). */
export function checkPages(resource: Resource, { routes, report }: LinkContext): void {
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
      fix: 'Add `.form(…)` and keep `.pages({ create: true })`, or remove `.create()`.',
      origin: draft.table.create.origin,
    })
  }
  checkRoutes(resource, { routes, report })
  checkSearch(resource, { routes, report })
}

/** Whether the panel's search can use a route: a store with searchable fields, or a GET of the author's own that accepts `q`. */
export function isSearchable(search: Operation | undefined): boolean {
  const { rules, options } = search?.declaration ?? {}
  return (rules?.search?.length ?? 0) > 0 || 'q' in (options?.query?.properties ?? {})
}

/** A declared search path must lead to a route that supports searching. */
function checkSearch({ id, draft, paths, routes: { search } }: Resource, { routes, report }: LinkContext): void {
  if (draft.search_path === undefined || isSearchable(search)) return
  const path = paths.search
  report({
    code: 'search_route_missing',
    message: search
      ? `The search path of [${id}] is [GET ${path}], which does not take [q].`
      : `The search path of [${id}] is [GET ${path}], which is not declared.`,
    fix: search
      ? "Add `q` to the route's `query`: `query: Type.Object({ q: Type.String() })`. For a store, name fields in its `search`."
      : `${routes.hint('GET', path)}Declare it in \`register_routes\`, or correct the path.`,
    origin: member_origin(draft, 'search_path') ?? draft.origin,
  })
}

/** A screen whose route is missing would open empty, so it is an error. */
function checkRoutes(resource: Resource, { routes, report }: LinkContext): void {
  const { id, draft } = resource
  const outside = new Set<string>()
  for (const { code, screen, method, path, member } of missingRoutes(resource)) {
    const origin = member_origin(draft, member) ?? member_origin(draft, 'api_base') ?? draft.origin
    if (routes.isOwn(path)) {
      report({
        code,
        message: `The ${screen} screen of [${id}] needs the route [${method} ${path}], which is not declared.`,
        fix: `${routes.hint(method, path)}Declare it in \`register_routes\` (\`routes.records\` does), correct the path, or disable the screen with \`.pages()\`.`,
        origin,
      })
    } else if (!outside.has(path)) {
      outside.add(path)
      report({
        code: 'path_outside_module',
        message: `The resource [${id}] requests [${path}], which is outside [${routes.base}].`,
        fix: `Use \`.api_base('${routes.base}')\`, or correct the path.`,
        origin,
      })
    }
  }
}

interface MissingRoute {
  readonly code: DiagnosticCode
  readonly screen: string
  readonly method: Method
  readonly path: string
  /** The member in which the author declares the path. */
  readonly member: 'list_path' | 'create_path' | 'record_path'
}

function missingRoutes({ pages, paths, routes, draft }: Resource): MissingRoute[] {
  const form = draft.form !== undefined
  const missing = (needed: boolean, route: MissingRoute) => (needed ? [route] : [])
  const { list, create, record } = paths
  return [
    ...missing(pages.list && !routes.list, {
      code: 'list_route_missing',
      screen: 'list',
      method: 'GET',
      path: list,
      member: 'list_path',
    }),
    ...missing(pages.create && form && !routes.create, {
      code: 'create_route_missing',
      screen: 'create',
      method: 'POST',
      path: create,
      member: draft.create_path === undefined ? 'list_path' : 'create_path',
    }),
    ...missing(pages.edit && form && !routes.update, {
      code: 'update_route_missing',
      screen: 'edit',
      method: 'PATCH',
      path: record,
      member: draft.record_path === undefined ? 'list_path' : 'record_path',
    }),
    ...missing((pages.view || (pages.edit && form)) && !routes.read, {
      code: 'record_route_missing',
      screen: pages.view ? 'view' : 'edit',
      method: 'GET',
      path: record,
      member: draft.record_path === undefined ? 'list_path' : 'record_path',
    }),
  ]
}
