import type { Action, FormDefinition, FormWidget } from '@atrium/sdk/documents'
import { knownNames } from '../checks/finding.ts'
import { reportList } from '../widgets/asked-query.ts'
import { absolutePath } from '../checks/route-index.ts'
import type { FormBody } from '../widgets/make-form-body.ts'
import type { ResourceContext } from './resource-screens.ts'

/** The route that plans the effects of an edit on people, with `{id}` for the record. */
export function planPath({
  resource: { id, draft },
  routes,
  report,
}: ResourceContext): Pick<FormDefinition, 'plan_path'> {
  const { plan, origin } = draft.form ?? {}
  if (plan === undefined) return {}
  const path = absolutePath(plan, draft.api_base)
  if (routes.isOwn(path) && routes.find('POST', path) === undefined)
    report({
      code: 'action_route_missing',
      message: `The form of [${id}] asks [POST ${path}] for its plan, which is not declared.`,
      fix: routes.hint('POST', path),
      ...(origin && { origin }),
    })
  return { plan_path: path.replaceAll(/\{\w+\}/g, '{id}') }
}

/** What only the form of a new record has. */
export const creationParts = (body: FormBody, context: ResourceContext) => ({
  ...similarPath(body, context),
  ...typedFields(body, context),
})

/** The buttons that create a record and run one of its actions. */
export function creationActions({
  resource: { id, draft },
  actions,
  report,
}: ResourceContext): Pick<FormWidget, 'create_and'> {
  const known = actions.filter(({ kind }) => kind === 'row')
  const possible = known.filter((action) => !asks(action))
  const names = possible.map((action) => action.id)
  const buttons = (draft.form?.create_and ?? []).flatMap(({ id: name, label, origin }) => {
    const action = possible.find((each) => each.id === name)
    if (action) return [{ label, action }]
    const why = known.some((each) => each.id === name)
      ? 'which asks for something or deletes'
      : 'which is not a row action of its table'
    const message = `The form of [${id}] runs [${name}] on what it creates, ${why}.`
    report({ code: 'action_unknown', message, fix: knownNames(name, names), origin })
    return []
  })
  return buttons.length > 0 ? { create_and: buttons } : {}
}

const asks = ({ form_id, confirm, method }: Action) => Boolean(form_id ?? confirm) || method === 'DELETE'

/** The text fields that take what a person has typed before a new record was begun. */
function typedFields(
  { fields }: FormBody,
  { resource: { id, draft }, report }: ResourceContext,
): Pick<FormDefinition, 'typed_fields'> {
  const { typed, origin = draft.origin } = draft.form ?? {}
  if (typed === undefined) return {}
  const texts = Object.keys(fields).filter((name) => fields[name]?.kind === 'text')
  for (const name of typed) {
    if (texts.includes(name)) continue
    report({
      code: 'field_unknown',
      message: `The form of [${id}] puts typed text into [${name}], which is not a text field of the form.`,
      fix: knownNames(name, texts),
      origin,
    })
  }
  return { typed_fields: [...typed] }
}

/** The route that finds records similar to the input. Its query names fields of the form. */
function similarPath(
  { fields }: FormBody,
  { resource: { id, draft }, routes, report }: ResourceContext,
): Pick<FormDefinition, 'similar_path'> {
  const { similar, origin = draft.origin } = draft.form ?? {}
  if (similar === undefined) return {}
  const path = absolutePath(similar, draft.api_base)
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    if (name in fields) continue
    report({
      code: 'field_unknown',
      message: `The form of [${id}] asks [${path}] for similar records, but [${name}] is not a field of the form.`,
      fix: knownNames(name, Object.keys(fields)),
      origin,
    })
  }
  reportList(path, { who: `The form of [${id}]`, routes, report, origin })
  return { similar_path: path }
}
