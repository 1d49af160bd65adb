import { label_of } from '@atrium/sdk'
import type { FieldDraft } from '@atrium/sdk/host'
import type { Field, JsonSchema } from '@atrium/sdk/documents'
import type { Report } from '../checks/finding.ts'
import { knownNames } from '../checks/finding.ts'
import type { RouteIndex } from '../checks/route-index.ts'
import { reportList, reportTarget } from './asked-query.ts'
import { absolutePath, namedIn } from '../checks/route-index.ts'
import { isOfKind } from './kinds.ts'
import { reportCondition, reportValues } from './values.ts'
import type { FieldInfo, Fields } from './field-info.ts'
import { choicesOf, membersOf } from './field-info.ts'

interface PathContext {
  readonly resource: {
    readonly id: string
    readonly fields: Fields
    readonly hasRecord?: boolean | undefined
  }
  /** All fields of the form. */
  readonly fields: Readonly<Record<string, Field>>
  readonly report: Report
  /** Undefined if routes are not checked. */
  readonly routes?: RouteIndex | undefined
}

/** Names that a path may contain besides the other fields: the edited record, and the parameters of slots. */
const GIVEN = {
  ...{ text: ['id'], relation: ['id'], choices: ['id'], condition: ['id'], comparison: ['id'] },
  slot: ['id', 'from', 'to', 'zone'],
}

/**
 * Checks the paths that a field requests while the form is filled in: their parameters must be in the form, and a route must serve them.
 */
export function checkFieldPaths(draft: FieldDraft, { resource, fields, report, routes }: PathContext): void {
  const field = fields[draft.name]
  if (field === undefined || !asksPath(field)) return
  const { origin, name } = draft
  const { id, hasRecord } = resource
  const path = pathOf(field)
  if (path === undefined) return
  const known = hasRecord ? [...resource.fields.keys()] : Object.keys(fields)
  const others = known.filter((other) => other !== name)
  const names = [...namedIn(path), ...((field.kind === 'slot' ? field.slots.fills : undefined) ?? [])]
  for (const named of names.filter((each) => !others.includes(each) && !GIVEN[field.kind].includes(each))) {
    report({
      code: 'field_unknown',
      message: `The field [${name}] in the form of [${id}] requests [${path}], but [${named}] is not another field of the form.`,
      fix: knownNames(named, others),
      origin,
    })
  }
  if (routes === undefined) return
  const asking = { who: `The field [${name}] in the form of [${id}]`, routes, report, origin }
  if (field.kind === 'relation') reportTarget(field.relation, asking)
  if (field.kind !== 'relation' || field.choices_path !== undefined) reportList(path, asking)
}

type AskingField = Extract<Field, { kind: keyof typeof GIVEN }>

const asksPath = (field: Field): field is AskingField => field.kind in GIVEN

function pathOf(field: AskingField): string | undefined {
  if (field.kind === 'text') return field.suggestions_path
  if (field.kind === 'slot') return field.slots.path
  if (field.kind === 'condition') return field.fields_path
  if (field.kind === 'comparison') return field.record_path
  return field.kind === 'choices' ? field.choices_path : (field.choices_path ?? field.relation.list_path)
}

/** Checks the conditions of a field, and the values that it offers. */
export function checkFieldValues(
  draft: FieldDraft,
  { resource, report }: Pick<PathContext, 'resource' | 'report'>,
): void {
  const { id, fields } = resource
  const place = { who: `The field [${draft.name}] in the form of [${id}]`, report, origin: draft.origin }
  for (const condition of [draft.visible_when, draft.required_when, draft.disabled_when]) {
    if (condition) reportCondition(condition, fields, place)
  }
  const values = draft.options?.map(({ value }) => value) ?? []
  const field = fields.get(draft.name)
  reportValues(values, field && chosenFrom(draft, field), { ...place, code: 'value_unknown' })
  if (draft.not_before !== undefined && !fields.has(draft.not_before))
    report({
      code: 'field_unknown',
      message: `${place.who} begins with [${draft.not_before}], which is not a field of the record.`,
      ...{ fix: knownNames(draft.not_before, fields.keys()), origin: draft.origin },
    })
}

/** One field, completed from the record schema. The fields of a repeater are added later. */
export function makeField(draft: FieldDraft, field: FieldInfo, api_base?: string): Field {
  const { label, description, placeholder, aliases, visible_when, required_when, disabled_when } = draft
  return {
    kind: draft.kind,
    label: label ?? field.label,
    ...(description !== undefined && { description }),
    ...(placeholder !== undefined && { placeholder }),
    ...(aliases && { aliases }),
    ...(visible_when && { visible_when }),
    ...(required_when && { required_when }),
    ...(disabled_when && { disabled_when }),
    ...(field.permission !== undefined && { permission: field.permission }),
    ...ownMembers(draft, field, api_base),
  } as Field
}

/** The members that only this kind of field has. */
function ownMembers(draft: FieldDraft, field: FieldInfo, api_base: string | undefined): object {
  switch (draft.kind) {
    case 'text':
      return { ...pathMember('suggestions_path', draft.suggestions_path, api_base), ...given(draft, 'input') }
    case 'textarea':
      return given(draft, 'rows', 'language')
    case 'toggle':
      return given(draft, 'looks')
    case 'date':
      return given(draft, 'not_before')
    case 'color':
      return given(draft, 'suggestions')
    case 'key_value':
      return given(draft, 'key_label', 'value_label')
    case 'money':
      return { currency: draft.currency ?? field.currency ?? 'EUR' }
    case 'select':
      return { options: choicesOf(draft.options, chosenFrom(draft, field)), ...given(draft, 'multiple', 'spread') }
    case 'tags':
      return suggestionsOf(draft, field)
    case 'file':
      return given(draft, 'media_types', 'size_limit')
    case 'relation':
      return relationMembers(draft, field, api_base)
    case 'slot':
      return slotMembers(draft, api_base)
    case 'recurrence':
      return given(draft, 'units', 'ends')
    case 'choices':
      return { choices_path: absolutePath(draft.choices_path ?? '', api_base) }
    case 'condition':
      return { fields_path: absolutePath(draft.choices_path ?? '', api_base) }
    case 'comparison':
      return { record_path: absolutePath(draft.choices_path ?? '', api_base), options: comparedFields(draft, field) }
    default:
      return {}
  }
}

/** These members of a draft, where they are set. */
const given = (draft: FieldDraft, ...members: (keyof FieldDraft)[]) =>
  Object.fromEntries(members.filter((member) => draft[member] !== undefined).map((member) => [member, draft[member]]))

/** The field whose values a select offers: for several values, the members of the list. */
const chosenFrom = ({ multiple }: FieldDraft, field: FieldInfo) => (multiple ? membersOf(field) : field)

const pathMember = (name: string, path: string | undefined, api_base: string | undefined) =>
  path === undefined ? {} : { [name]: absolutePath(path, api_base) }

/** The list that resolves ids, and the list to choose from if it is another one. */
function relationMembers(
  { relation, choices_path }: FieldDraft,
  { schema }: FieldInfo,
  api_base: string | undefined,
): object {
  const declared = absolutePath(relation?.list_path ?? '', api_base)
  const choices = choices_path === undefined ? declared : absolutePath(choices_path, api_base)
  const list_path = withoutNamed(declared)
  return {
    relation: { ...relation, list_path },
    ...(schema.type === 'array' && { multiple: true }),
    ...((choices !== list_path || namedIn(choices).length > 0) && { choices_path: choices }),
  }
}

const slotMembers = ({ slots, any_time }: FieldDraft, api_base: string | undefined) => ({
  slots: { ...slots, path: absolutePath(slots?.path ?? '', api_base) },
  ...(any_time === true && { any_time }),
})

/** The declared suggestions, or else the only texts that the schema allows. */
function suggestionsOf({ suggestions }: FieldDraft, { schema }: FieldInfo): { suggestions?: readonly string[] } {
  const offered = suggestions ?? ((schema.items as JsonSchema | undefined)?.enum as string[] | undefined)
  return offered ? { suggestions: offered } : {}
}

/** The texts that the schema of a list allows, each with its label. */
const comparedFields = ({ labels = {} }: FieldDraft, { schema }: FieldInfo) =>
  (((schema.items as JsonSchema | undefined)?.enum ?? []) as string[]).map((value) => ({
    value,
    label: labels[value] ?? label_of(value),
  }))

/** A path without the query parameters that contain a name. */
function withoutNamed(path: string): string {
  const [base = '', query = ''] = path.split('?', 2)
  const left = query.split('&').filter((parameter) => parameter !== '' && !parameter.includes('{'))
  return left.length === 0 ? base : `${base}?${left.join('&')}`
}

/** The subject of a form's fields: a record, the body of an action, or one object of a list. */
export type FormSubject = 'record' | 'body' | 'item'

/** Types of which a choice has to name the values. */
const OPEN: readonly FieldInfo['type'][] = ['text', 'long_text', 'number']

/** Why a kind of field cannot edit the values of a field. Undefined if it can. */
export function fieldMisfit(draft: FieldDraft, field: FieldInfo, of: FormSubject): string | undefined {
  const { kind } = draft
  switch (kind) {
    case 'number':
    case 'money':
    case 'toggle':
    case 'date':
    case 'datetime':
    case 'slot':
    case 'time':
    case 'recurrence':
      return isOfKind(kind, field) ? undefined : `is a [${kind}] field, but its schema is of another type`
    case 'color':
      return isOfKind(kind, field) ? undefined : 'is a [color] field, but its schema is not a text'
    case 'key_value':
      return field.schema.type === 'object' ? undefined : 'is not an object of texts'
    case 'select':
      return selectMisfit(draft, field)
    case 'tags':
    case 'choices':
    case 'comparison':
      return field.type === 'texts' ? undefined : 'is not an array of texts'
    case 'repeater':
      return field.type === 'objects' ? undefined : 'is not an array of objects'
    case 'file':
      return of === 'body'
        ? undefined
        : `is a file, which cannot be sent with a ${of === 'item' ? 'list' : of}: upload it with an action`
    default:
      return undefined
  }
}

function selectMisfit({ options, multiple }: FieldDraft, field: FieldInfo): string | undefined {
  if (multiple && field.schema.type !== 'array') return 'takes several values, but its schema is not an array'
  const isOpen = multiple ? field.type !== 'objects' : OPEN.includes(field.type)
  return isOpen && choicesOf(options, multiple ? membersOf(field) : field).length === 0
    ? 'is a [select] field, but neither it nor its schema names the values to choose from'
    : undefined
}
