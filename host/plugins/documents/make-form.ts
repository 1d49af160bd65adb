import type { FieldDraft, FormDraft, LayoutDraft } from '@atrium/sdk'
import type { Field, FormDefinition, JsonSchema, LayoutNode } from '@atrium/sdk/documents'
import { choicesOf } from './choices.ts'
import type { FieldInfo, FieldType } from './field-info.ts'
import { fieldMisfit } from './field-misfit.ts'
import type { Report } from './finding.ts'
import { knownNames } from './known-names.ts'
import { leavesOf } from './leaves.ts'
import type { Resource } from './resource.ts'
import { revisionOf } from '../../registries/revision-of.ts'

/** Whose fields a form has. */
interface FormOwner extends Pick<Resource, 'id' | 'fields'> {
  /** What the fields are of. Default: a record. */
  readonly of?: 'record' | 'body'
}

/** The fields of a form and where they stand. */
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
  other: 'textarea',
}

/** The declared fields, or one for every writable field of the record. */
export function formNodes(draft: FormDraft, { fields }: FormOwner): LayoutDraft<FieldDraft>[] {
  if (draft.fields !== undefined) return draft.fields
  const writable = [...fields.values()].filter((field) => !field.readOnly && field.type !== 'other')
  return writable.map((field) => ({ origin: draft.origin, kind: KIND_OF_TYPE[field.type], name: field.name }))
}

/** Completes a form's fields from the record and says where they stand. */
export function makeFormBody(
  nodes: readonly LayoutDraft<FieldDraft>[],
  { resource, report }: { resource: FormOwner; report: Report },
): FormBody {
  const known = leavesOf<FieldDraft>(nodes).flatMap((draft) => {
    const field = writableField(draft, resource, report)
    return field === undefined ? [] : [[draft.name, makeField(draft, field)] as const]
  })
  const fields = Object.fromEntries(known)
  return { fields, layout: nodes.flatMap((node) => layoutOf(node, fields)) }
}

/** One FormDefinition, with an id that changes when anything in it changes. */
export function makeForm(
  body: FormBody,
  operation: FormDefinition['operation'],
  { resource, schema, submit }: FormPlace,
): FormDefinition {
  const content = { resource_id: resource.id, operation, submit, schema, ...body }
  const revision = revisionOf(content)
  return { id: `${resource.id}-${operation}-${revision.slice(0, 10)}`, revision, ...content }
}

export interface FormPlace {
  readonly resource: FormOwner
  readonly schema: JsonSchema
  readonly submit: FormDefinition['submit']
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
      message: `The field [${draft.name}] in the form of [${id}] is no field of its ${of}.`,
      fix: knownNames(draft.name, fields.keys()),
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
      ? 'Take it out of the form, or `readOnly` out of the schema.'
      : 'Take another kind of field, or correct the schema.',
    origin: draft.origin,
  })
  return undefined
}

function makeField(draft: FieldDraft, field: FieldInfo): Field {
  const { label, description, placeholder, visible_when, required_when, disabled_when } = draft
  return {
    kind: draft.kind,
    label: label ?? field.label,
    ...(description !== undefined && { description }),
    ...(placeholder !== undefined && { placeholder }),
    ...(visible_when && { visible_when }),
    ...(required_when && { required_when }),
    ...(disabled_when && { disabled_when }),
    ...(field.permission !== undefined && { permission: field.permission }),
    ...ownMembers(draft, field),
  } as Field
}

/** What only fields of that kind have. */
function ownMembers(draft: FieldDraft, field: FieldInfo): object {
  switch (draft.kind) {
    case 'textarea':
      return draft.rows === undefined ? {} : { rows: draft.rows }
    case 'money':
      return { currency: draft.currency ?? field.currency ?? 'EUR' }
    case 'select':
      return { options: choicesOf(draft.options, field) }
    case 'tags':
      return suggestionsOf(draft, field)
    case 'relation':
      return { relation: draft.relation }
    default:
      return {}
  }
}

/** Those declared, else the only texts there may be. */
function suggestionsOf({ suggestions }: FieldDraft, { schema }: FieldInfo): { suggestions?: readonly string[] } {
  const offered = suggestions ?? ((schema.items as JsonSchema | undefined)?.enum as string[] | undefined)
  return offered ? { suggestions: offered } : {}
}

function layoutOf(node: LayoutDraft<FieldDraft>, fields: Record<string, Field>): LayoutNode[] {
  if (!('children' in node)) return node.name in fields ? [{ kind: 'field', name: node.name }] : []
  return [{ ...node, children: node.children.flatMap((child) => layoutOf(child, fields)) }]
}
