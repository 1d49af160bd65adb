import type { FieldDraft, FormDraft, LayoutDraft } from '@atrium/sdk/host'
import type { Field, LayoutNode, FormDefinition, JsonSchema } from '@atrium/sdk/documents'
import { revisionOf } from '../../../core/registries/index.ts'
import type { Report } from '../checks/finding.ts'
import { recordAnswered } from '../checks/references.ts'
import { fixOfField } from '../checks/finding.ts'
import type { RouteIndex } from '../checks/route-index.ts'
import type { FieldInfo, Fields, FieldType } from './field-info.ts'
import { fieldsOf, itemFieldsOf, singular } from './field-info.ts'
import { leavesOf } from './conditions.ts'
import { textFormat } from './shown-value.ts'
import { reportCircles } from './visible-circles.ts'
import type { FormSubject } from './make-field.ts'
import { fieldMisfit, checkFieldPaths, checkFieldValues, makeField } from './make-field.ts'

/** The inputs for the fields of a form. */
export interface FormOwner {
  readonly id: string
  readonly fields: Fields
  /** The subject of the fields. Default: a record. */
  readonly of?: FormSubject
  /** Whether a record always exists. If so, paths may also name its fields that are not in the form. */
  readonly hasRecord?: boolean | undefined
  /** The base of relative paths. */
  readonly api_base?: string | undefined
}

interface FormContext {
  readonly resource: FormOwner
  readonly report: Report
  /** If given, the paths that fields request are checked. */
  readonly routes?: RouteIndex
}

/** The fields of a form and their layout. */
export interface FormBody {
  readonly fields: Record<string, Field>
  readonly layout: LayoutNode[]
}

const KIND_OF_TYPE: Record<FieldType, Field['kind']> = {
  text: 'text',
  long_text: 'textarea',
  number: 'number',
  money: 'money',
  boolean: 'toggle',
  choice: 'select',
  date: 'date',
  datetime: 'datetime',
  texts: 'tags',
  objects: 'repeater',
  other: 'textarea',
}

/** The declared fields, or one for every writable field of the record. */
export function formNodes(
  draft: Pick<FormDraft, 'origin' | 'fields'>,
  { fields }: FormOwner,
): LayoutDraft<FieldDraft>[] {
  if (draft.fields !== undefined) return draft.fields
  const writable = [...fields.values()].filter((field) => !field.readOnly && field.type !== 'other')
  return writable.map((field) => ({ origin: draft.origin, kind: kindFor(field), name: field.name }))
}

const kindFor = ({ type, schema }: FieldInfo): Field['kind'] =>
  schema.format === 'rrule' ? 'recurrence' : KIND_OF_TYPE[type]

/** Completes a form's fields from the record and lays them out. */
export function makeFormBody(nodes: readonly LayoutDraft<FieldDraft>[], context: FormContext): FormBody {
  const { resource, report, routes } = context
  const drafts = leavesOf<FieldDraft>(nodes)
  const known = drafts.flatMap((draft) => {
    const field = writableField(draft, resource, report)
    return field === undefined ? [] : [[draft.name, fieldOf(draft, field, context)] as const]
  })
  const fields = Object.fromEntries(known)
  for (const draft of drafts) {
    checkFieldPaths(draft, { resource, fields, report, routes })
    checkFieldValues(draft, { resource, report })
  }
  reportCircles(drafts, { id: resource.id, report })
  return { fields, layout: nodes.flatMap((node) => layoutOf(node, fields)) }
}

function fieldOf(draft: FieldDraft, field: FieldInfo, context: FormContext): Field {
  const { resource, routes, report } = context
  const made = makeField(draft, field, resource.api_base)
  if (draft.shows !== undefined && routes !== undefined) {
    const place = { who: `The field [${draft.name}] in the form of [${resource.id}]`, report, origin: draft.origin }
    return { ...made, element: routes.elements.use(draft.shows, place) } as Field
  }
  if (made.kind === 'comparison') return { ...made, options: withFormats(made, routes) }
  if (made.kind !== 'repeater') return made
  const item: FormOwner = {
    api_base: resource.api_base,
    id: `${resource.id}/${draft.name}`,
    fields: itemFieldsOf(field),
    of: 'item',
  }
  const inside = makeFormBody(formNodes(draft, item), { ...context, resource: item })
  return { ...made, item_label: draft.item_label ?? singular(made.label), ...inside }
}

/** The compared fields, each with the format in which the other record has it. */
function withFormats({ options, record_path }: Extract<Field, { kind: 'comparison' }>, routes: RouteIndex | undefined) {
  const record = recordAnswered(routes?.find('GET', record_path))
  const fields = record && fieldsOf(record)
  return options.map((option) => {
    const field = fields?.get(String(option.value))
    return { ...option, ...(field && textFormat(field)) }
  })
}

function writableField(
  draft: FieldDraft,
  { fields, id, of = 'record' }: FormOwner,
  report: Report,
): FieldInfo | undefined {
  const field = fields.get(draft.name)
  if (field === undefined) {
    report({
      code: 'field_unknown',
      message: `The field [${draft.name}] in the form of [${id}] is not a field of its ${of}.`,
      fix: fixOfField(draft, fields),
      origin: draft.origin,
    })
    return undefined
  }
  const misfit = field.readOnly ? `is read-only in its ${of}` : fieldMisfit(draft, field, of)
  if (misfit === undefined) return field
  report({
    code: 'form_disagrees',
    message: `The field [${draft.name}] in the form of [${id}] ${misfit}.`,
    fix: field.readOnly
      ? 'Remove it from the form, or `readOnly` from the schema.'
      : 'Use another kind of field, or correct the schema.',
    origin: draft.origin,
  })
  return undefined
}

function layoutOf(node: LayoutDraft<FieldDraft>, fields: Record<string, Field>): LayoutNode[] {
  if (!('children' in node)) return node.name in fields ? [{ kind: 'field', name: node.name }] : []
  return [{ ...node, children: node.children.flatMap((child) => layoutOf(child, fields)) } as LayoutNode]
}

/** Makes a FormDefinition. Its id and revision change when anything in it changes. */
export function makeForm(
  body: FormBody,
  operation: FormDefinition['operation'],
  { resource, schema, submit, ...optional }: FormPlace,
): FormDefinition {
  const content = { resource_id: resource.id, operation, submit, schema, ...body, ...optional }
  const revision = revisionOf(content)
  return { id: `${resource.id}-${operation}-${revision.slice(0, 10)}`, revision, ...content }
}

interface FormPlace {
  readonly resource: FormOwner
  readonly schema: JsonSchema
  readonly submit: FormDefinition['submit']
  readonly secrets?: FormDefinition['secrets']
  readonly plan_path?: string
  readonly similar_path?: string
  readonly typed_fields?: string[]
}
