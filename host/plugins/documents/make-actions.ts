import { type ActionDraft, label_of } from '@atrium/sdk'
import type { Action } from '@atrium/sdk/documents'
import { absolutePath } from './absolute-path.ts'
import type { Report } from './finding.ts'
import type { Resource } from './resource.ts'
import type { RouteIndex } from './route-index.ts'

export interface ActionContext {
  readonly name: string
  readonly api_base: string | undefined
  readonly routes: RouteIndex
  readonly report: Report
}

/** The declared actions, each with the permission of the operation it calls. */
export function makeActions(drafts: readonly ActionDraft[], context: ActionContext): Action[] {
  return drafts.flatMap((draft) => {
    const { id, kind, method, path: declared, label, visible_when, icon, color, confirm } = draft
    if (method === undefined || declared === undefined)
      return reportMissing(draft, context, { problem: 'calls no route' })
    const path = absolutePath(declared, context.api_base)
    const operation = context.routes.find(method, path)
    if (operation === undefined && context.routes.isOwn(path)) {
      const hint = context.routes.hint(method, path)
      return reportMissing(draft, context, { problem: `calls [${method} ${path}], which is no route`, hint })
    }
    return {
      id,
      kind,
      label: label ?? label_of(id),
      method,
      path: path.replaceAll(/\{\w+\}/g, '{id}'),
      ...(icon !== undefined && { icon }),
      ...(color && { color }),
      ...(confirm !== undefined && { confirm }),
      ...(visible_when && { visible_when }),
      ...(operation?.permission !== undefined && { permission: operation.permission }),
    }
  })
}

function reportMissing(
  { id, kind, origin }: ActionDraft,
  { name, report }: ActionContext,
  { problem, hint = '' }: { problem: string; hint?: string },
): [] {
  report({
    code: 'action_route_missing',
    message: `The ${kind} action [${id}] of [${name}] ${problem}.`,
    fix:
      hint +
      (kind === 'bulk'
        ? 'Declare the route with `routes.bulk(path, "POST /…/{id}/…")`.'
        : 'Declare the route in `register_routes`, or correct the path.'),
    origin,
  })
  return []
}

/** What every resource with a DELETE route offers, unless the author declared an action `delete` of that kind himself. */
export function deleteActions({ routes, paths, singular, title }: Resource, declared: readonly Action[]): Action[] {
  const shown = { id: 'delete', label: 'Delete', icon: 'trash', color: 'red' } as const
  const actions: Action[] = []
  if (routes.delete !== undefined) {
    const permission = permissionOf(routes.delete)
    const confirm = `Delete this ${singular}?`
    actions.push({ ...shown, kind: 'row', method: 'DELETE', path: paths.record, confirm, ...permission })
  }
  if (routes.deleteMany !== undefined) {
    const path = `${paths.list}/delete`
    const confirm = `Delete the selected ${title.toLowerCase()}?`
    actions.push({ ...shown, kind: 'bulk', method: 'POST', path, confirm, ...permissionOf(routes.deleteMany) })
  }
  return actions.filter(({ kind }) => !declared.some((own) => own.id === 'delete' && own.kind === kind))
}

const permissionOf = ({ permission }: { permission: string | undefined }) =>
  permission === undefined ? {} : { permission }
