import type { ActionDraft } from '@atrium/sdk/host'
import { label_of } from '@atrium/sdk'
import type { TObject } from 'typebox'
import type { Operation } from '../../../core/registries/index.ts'
import type { Action, JsonSchema } from '@atrium/sdk/documents'
import { type AddForm, knownNames, type Report } from '../checks/finding.ts'
import type { RouteIndex } from '../checks/route-index.ts'
import { absolutePath } from '../checks/route-index.ts'
import { reportMembers } from '../checks/references.ts'
import { reportIcon } from '../checks/screens.ts'
import { type Place, reportCondition } from './values.ts'
import type { Fields } from './field-info.ts'
import { undoOf } from '../checks/undo.ts'
import { makeActionForm } from './make-action-form.ts'
import { makeJob } from './make-job.ts'
import { secretMembers } from './secret-members.ts'

/** The declared actions, each with the permission of the operation it calls. */
export function makeActions(drafts: readonly ActionDraft[], context: ActionContext): Action[] {
  return drafts.flatMap((draft) => {
    const {
      id,
      kind,
      method,
      path: declared,
      label,
      visible_when,
      not_before,
      icon,
      color,
      confirm,
      keep,
      done,
      primary,
      opens,
      sends,
      job,
    } = draft
    if (method === undefined || declared === undefined)
      return reportMissing(draft, context, { problem: 'has no method or path' })
    const path = absolutePath(declared, context.api_base)
    const operation = context.routes.find(method, path)
    if (operation === undefined && context.routes.isOwn(path)) {
      const hint = context.routes.hint(method, path)
      return reportMissing(draft, context, { problem: `calls [${method} ${path}], which is not declared`, hint })
    }
    reportUnfilled(draft, path, context)
    const asking = { ...context, who: `The ${kind} action [${id}] of [${context.name}]`, origin: draft.origin }
    if (context.fields) {
      if (visible_when) reportCondition(visible_when, context.fields, asking)
      if (not_before !== undefined) reportCondition({ field: not_before, schema: {} }, context.fields, asking)
    }
    reportIcon(icon, asking)
    if (opens !== undefined) {
      const schema = operation?.schemas.response as JsonSchema | undefined
      reportMembers({ method, path, members: [opens], schema }, asking)
    }
    if (sends !== undefined) reportSent(sends, { ...asking, fields: context.fields, operation })
    const target = { method, path: toRecord(path), operation }
    const form = draft.form && makeActionForm({ draft, form: draft.form }, target, context)
    if (form) context.addForm(form)
    return {
      id,
      kind,
      label: label ?? label_of(id),
      method,
      path: target.path,
      ...(form && { form_id: form.id, ...recordRead(draft, path, context) }),
      ...(icon !== undefined && { icon }),
      ...(color && { color }),
      ...(confirm !== undefined && { confirm }),
      ...(opens !== undefined && { opens }),
      ...(sends !== undefined && { sends: [...sends] }),
      ...(primary && { primary }),
      ...(context.undo && undoOf(operation, (name) => context.routes.named(name))),
      ...(keep !== undefined && { keep }),
      ...(done !== undefined && { done }),
      ...(job && { job: makeJob(job, context.api_base, asking) }),
      ...(visible_when && { visible_when }),
      ...(not_before !== undefined && { not_before }),
      ...secretMembers(operation),
      ...(operation?.permission !== undefined && { permission: operation.permission }),
    }
  })
}

interface Sending extends Place {
  readonly fields: Fields | undefined
  readonly operation: Operation | undefined
}

/** Reports fields that the record does not have, or that the body of the route does not accept. */
function reportSent(sends: readonly string[], { fields, operation, who, report, origin }: Sending): void {
  const taken = (operation?.schemas.body as TObject | undefined)?.properties
  const tell = (field: string, where: string, known: Iterable<string>) =>
    report({
      code: 'field_unknown',
      message: `${who} sends [${field}], which is not ${where}.`,
      fix: knownNames(field, known),
      ...(origin && { origin }),
    })
  for (const field of sends) {
    if (fields !== undefined && !fields.has(field)) tell(field, 'a field of the record', fields.keys())
    else if (taken !== undefined && !(field in taken))
      tell(field, 'a member of the body of its route', Object.keys(taken))
  }
}

/** Renames the parameter of the action's record to `{id}`. */
const toRecord = (path: string) => path.replaceAll(/\{(?!parent_id\})\w+\}/g, '{id}')

/** The record that a row action with a form edits: the GET route at its path, up to the last parameter. */
function recordRead({ kind }: ActionDraft, path: string, { routes }: ActionContext): Pick<Action, 'record_path'> {
  const record = path.slice(0, path.lastIndexOf('}') + 1)
  const isRead = kind === 'row' && toRecord(record).endsWith('{id}') && routes.find('GET', record) !== undefined
  return isRead ? { record_path: toRecord(record) } : {}
}

/** Reports path parameters that the action cannot fill in. */
function reportUnfilled({ id, kind, origin }: ActionDraft, path: string, { name, hasParent, report }: ActionContext) {
  const isRow = kind === 'row'
  const [parent, other] = [...new Set(path.match(/\{(?!parent_id\})\w+\}/g))]
  if (isRow && parent !== undefined && other !== undefined)
    report({
      code: 'action_path_unfilled',
      message: `The row action [${id}] of [${name}] calls [${path}], but has only one record for [${parent}] and [${other}].`,
      fix: `Write \`{id}\` for the record of the row${hasParent === true ? `, and \`{parent_id}\` for that of the screen` : ', and leave out the other'}.`,
      origin,
    })
  for (const [parameter] of toRecord(path).matchAll(/\{\w+\}/g)) {
    if (parameter === '{parent_id}' ? hasParent === true : isRow) continue
    report({
      code: 'action_path_unfilled',
      message: `The ${kind} action [${id}] of [${name}] calls [${path}], but has no record for [${parameter}].`,
      fix:
        parameter === '{parent_id}'
          ? 'Use `{id}` for the record of the row. Only actions of a relation block have a parent.'
          : `Make it a row action${hasParent === true ? ', or use `{parent_id}` for the record of the screen' : ''}.`,
      origin,
    })
  }
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

/** The place of a declaration of actions, and the context for linking them. */
export interface ActionContext {
  /** The resource, or the resource with its relation block: `clients/documents`. */
  readonly name: string
  readonly api_base: string | undefined
  /** Whether the actions belong to a block on the screen of another record, their `{parent_id}`. */
  readonly hasParent?: boolean
  /** The fields of the records that the actions are offered for. */
  readonly fields?: Fields
  readonly routes: RouteIndex
  /** Whether the host lets people undo changes. */
  readonly undo: boolean
  readonly report: Report
  readonly addForm: AddForm
}
