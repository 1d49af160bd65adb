import type { Dashboard, FormDefinition, JsonSchema, Widget } from '@atrium/sdk/documents'
import { makeDashboard } from './make-dashboard.ts'
import { makeForm } from '../widgets/make-form.ts'
import type { FormBody } from '../widgets/make-form-body.ts'
import { type ResourceContext, rowActions } from './resource-context.ts'

/** A screen around a form, and the form. */
export interface FormScreen {
  readonly dashboard: Dashboard
  readonly form: FormDefinition
}

interface FormSource {
  readonly body: FormBody
  readonly schema: JsonSchema
}

/** The create screen. A required field that the form leaves out would make it unusable, so that is refused. */
export function createScreen({ body, schema }: FormSource, { resource, report }: ResourceContext): FormScreen {
  const { id, singular, screenPath, pages, paths, draft } = resource
  for (const name of leftOut(body, schema)) {
    report({
      code: 'form_disagrees',
      message: `The form of [${id}] leaves out [${name}], which the record requires: nothing could be created with it.`,
      fix: 'Add a field for it, give it a default in the record schema, or make it optional.',
      ...(draft.form && { origin: draft.form.origin }),
    })
  }
  const form = makeForm(body, 'create', { resource, schema, submit: { method: 'POST', path: paths.create } })
  const widget: Widget = {
    kind: 'form',
    id: `${id}-create-form`,
    form_id: form.id,
    actions: [],
    done_path: pages.view ? `${screenPath}/:id` : pages.edit ? `${screenPath}/:id/edit` : screenPath,
    ...(pages.list && { cancel_path: screenPath }),
  }
  return { form, dashboard: makeDashboard(resource, { kind: 'create', title: `New ${singular}`, widgets: [widget] }) }
}

const leftOut = ({ fields }: FormBody, { required }: JsonSchema) =>
  (required as string[]).filter((name) => !(name in fields))

/** The edit screen: the form, and the lists of related records below it. */
export function editScreen(
  source: FormSource & { relations: readonly Widget[] },
  context: ResourceContext,
): FormScreen {
  const { body, schema, relations } = source
  const { resource } = context
  const { id, singular, screenPath, pages, paths, routes } = resource
  const method = routes.update?.method === 'PUT' ? 'PUT' : 'PATCH'
  const form = makeForm(body, 'edit', { resource, schema, submit: { method, path: paths.record } })
  const back = pages.view ? `${screenPath}/:id` : screenPath
  const widget: Widget = {
    kind: 'form',
    id: `${id}-edit-form`,
    form_id: form.id,
    record_path: paths.record,
    record_title_attribute: resource.titleField,
    actions: rowActions(context),
    ...((pages.view || pages.list) && { done_path: back, cancel_path: back }),
  }
  const widgets = [widget, ...relations]
  return { form, dashboard: makeDashboard(resource, { kind: 'edit', title: `Edit ${singular}`, widgets }) }
}
