import type { ActionDraft, ActionFormDraft } from '@atrium/sdk/host'
import type { Action, FormDefinition, JsonSchema } from '@atrium/sdk/documents'
import type { TObject, TSchema } from 'typebox'
import type { Operation } from '../../../core/registries/index.ts'
import type { ActionContext } from './make-actions.ts'
import { type FieldInfo, fieldsOf } from './field-info.ts'
import { leavesOf, withConditions } from './conditions.ts'
import { type FormBody, formNodes, makeFormBody, makeForm } from './make-form-body.ts'

/** The route that an action with a form submits to. */
interface ActionTarget {
  readonly method: Action['method']
  /** Absolute. */
  readonly path: string
  /** Undefined if the route belongs to another plugin. */
  readonly operation: Operation | undefined
}

/** The schema of the form, and how the form is sent. */
interface AskedBody {
  readonly schema: TObject
  readonly sent?: Pick<FormDefinition['submit'], 'encoding' | 'once'>
  /** The body changes the record that the path names. */
  readonly isEdit?: boolean
}

/** Makes the form of an action from the body of its route. Undefined, and reported, if the route has no body. */
export function makeActionForm(
  { draft, form }: { draft: ActionDraft; form: ActionFormDraft },
  { method, path, operation }: ActionTarget,
  context: ActionContext,
): FormDefinition | undefined {
  const asked = askedBody(form, operation)
  if (asked === undefined || method === 'DELETE') return reportBodyless({ draft, form }, `${method} ${path}`, context)
  const { sent, isEdit } = asked
  const schema = withoutMembers(asked.schema, draft.sends ?? [])
  reportOtherSchema({ draft, form }, { ...asked, asked: schema, route: `${method} ${path}` }, context)
  const owner = {
    id: `${context.name}/${draft.id}`,
    fields: fieldsOf(schema),
    of: 'body' as const,
    api_base: context.api_base,
    hasRecord: isEdit,
  }
  const nodes = formNodes(form, owner)
  const body = makeFormBody(nodes, { resource: owner, report: context.report, routes: context.routes })
  if (!isEdit) reportLeftOut({ form, body, schema, name: owner.id }, context)
  return makeForm(body, isEdit ? 'edit' : 'action', {
    resource: { ...owner, id: context.name.replaceAll('/', '-') },
    // Bodies that the host validates already contain the conditions, except those of bulk routes. All others get them here.
    schema: hasConditions(operation) ? (schema as TSchema as JsonSchema) : withConditions(schema, leavesOf(nodes)),
    submit: { method, path, ...sent },
  })
}

const hasConditions = (operation: Operation | undefined) =>
  operation?.schemas.body !== undefined && operation.declaration.kind !== 'bulk'

/** The body without the members that the record supplies, because nobody enters them. */
function withoutMembers(schema: TObject, names: readonly string[]): TObject {
  if (names.length === 0) return schema
  const properties = Object.fromEntries(Object.entries(schema.properties).filter(([name]) => !names.includes(name)))
  return { ...schema, properties, required: (schema.required ?? []).filter((name) => !names.includes(name)) } as TObject
}

function askedBody(form: ActionFormDraft, operation: Operation | undefined): AskedBody | undefined {
  const { multipart, once } = operation?.declaration.options ?? {}
  if (multipart !== undefined)
    return { schema: multipart, sent: { encoding: 'multipart/form-data', ...(once === true && { once }) } }
  const { record, body } = operation?.schemas ?? {}
  if (record !== undefined) return { schema: record as unknown as TObject, isEdit: true }
  const asked = operation?.declaration.kind === 'bulk' ? (body as TObject | undefined)?.properties['body'] : body
  const schema = (asked as TObject | undefined) ?? (operation === undefined ? form.body : undefined)
  return schema?.properties === undefined ? undefined : { schema }
}

function reportBodyless(
  { draft, form }: { draft: ActionDraft; form: ActionFormDraft },
  route: string,
  { name, report }: ActionContext,
): undefined {
  report({
    code: 'action_form_without_body',
    message: `The action [${draft.id}] of [${name}] has a form, but [${route}] has no body with fields.`,
    fix: 'Declare the `body` of the route, or `multipart` for uploads. For a route of another plugin, pass the schema: `.form(Body, …)`.',
    origin: form.origin,
  })
}

/**
 * Reports a form that shows every field of the body, although its author passed the schema of another one. Fields that the author names
 * are checked one by one.
 */
function reportOtherSchema(
  { draft, form: { body, fields, origin } }: { draft: ActionDraft; form: ActionFormDraft },
  { schema, asked, isEdit, route }: AskedBody & { asked: TObject; route: string },
  { name, report }: ActionContext,
): void {
  if (body === undefined || fields !== undefined) return
  const [given, taken] = [fieldsOf(body), fieldsOf(schema)]
  const lacking = isEdit
    ? []
    : [...fieldsOf(asked).values()].filter((field) => isAsked(field) && !given.has(field.name))
  const refused = [...given.values()].filter((field) => !field.readOnly && !taken.has(field.name))
  const differences = [
    ...(lacking.length > 0 ? [`without ${bracketed(lacking)}, which the body of [${route}] requires`] : []),
    ...(refused.length > 0 ? [`with ${bracketed(refused)}, which the body of [${route}] does not have`] : []),
  ]
  if (differences.length === 0) return
  report({
    code: 'form_disagrees',
    message: `The form of [${name}/${draft.id}] is made of a schema ${differences.join(', and ')}.`,
    fix: 'Pass the schema of the body, or leave it out: `.form()`.',
    origin,
  })
}

const isAsked = ({ required, readOnly, schema }: FieldInfo) => required && !readOnly && schema.default === undefined

const bracketed = (fields: readonly FieldInfo[]) => fields.map(({ name }) => `[${name}]`).join(', ')

interface AskedForm {
  readonly form: ActionFormDraft
  readonly body: FormBody
  readonly schema: TObject
  readonly name: string
}

/** A form that lacks a required field would be rejected every time. */
function reportLeftOut({ form, body, schema, name }: AskedForm, { report }: ActionContext): void {
  const properties = schema.properties as Record<string, JsonSchema>
  const isGiven = (field: string) => field in body.fields || properties[field]?.default !== undefined
  for (const field of (schema.required ?? []).filter((each) => !isGiven(each))) {
    report({
      code: 'form_disagrees',
      message: `The form of [${name}] omits [${field}], which the body requires, so it could never be sent.`,
      fix: 'Add the field, give it a default in the schema of the body, or make it optional.',
      origin: form.origin,
    })
  }
}
