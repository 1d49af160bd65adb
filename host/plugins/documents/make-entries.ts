import type { EntryDraft, InfolistDraft, LayoutDraft } from '@atrium/sdk'
import type { Color, Entry, EntryNode } from '@atrium/sdk/documents'
import { choicesOf } from './choices.ts'
import type { FieldInfo, Fields, FieldType } from './field-info.ts'
import type { Report } from './finding.ts'
import { knownNames } from './known-names.ts'

interface EntryContext {
  readonly name: string
  readonly fields: Fields
  readonly report: Report
  /** Field → value → colour, as the table shows it: an entry that says nothing else looks the same. */
  readonly colors: ReadonlyMap<string, Record<string, Color>>
}

const KIND_OF_TYPE: Record<FieldType, Entry['kind']> = {
  text: 'text',
  long_text: 'text',
  number: 'number',
  money: 'money',
  boolean: 'boolean',
  choice: 'badge',
  date: 'date',
  datetime: 'datetime',
  other: 'text',
}

/** The entries of an infolist; without a declaration one for every visible field but the id, which the heading shows. */
export function makeEntries(draft: InfolistDraft, context: EntryContext): EntryNode[] {
  if (draft.entries !== undefined) return draft.entries.flatMap((node) => makeNode(node, context))
  const visible = [...context.fields.values()].filter((field) => field.name !== 'id' && !field.writeOnly)
  const multiline = (field: FieldInfo) => field.type === 'long_text'
  return visible.map((field) =>
    makeEntry(
      { origin: {}, kind: KIND_OF_TYPE[field.type], name: field.name, multiline: multiline(field) },
      { field, context },
    ),
  )
}

function makeNode(node: LayoutDraft<EntryDraft>, context: EntryContext): EntryNode[] {
  if ('children' in node) {
    return [{ ...node, children: node.children.flatMap((child) => makeNode(child, context)) }]
  }
  const field = context.fields.get(node.name)
  if (field !== undefined) return [makeEntry(node, { field, context })]
  context.report({
    code: 'field_unknown',
    message: `The entry [${node.name}] of [${context.name}] is no field of its record.`,
    fix: knownNames(node.name, context.fields.keys()),
    origin: node.origin,
  })
  return []
}

function makeEntry(draft: EntryDraft, { field, context }: { field: FieldInfo; context: EntryContext }): Entry {
  return {
    kind: draft.kind,
    name: draft.name,
    label: draft.label ?? field.label,
    ...(field.permission !== undefined && { permission: field.permission }),
    ...ownMembers(draft, { field, context }),
  } as Entry
}

/** What only entries of that kind have. */
function ownMembers(draft: EntryDraft, { field, context }: { field: FieldInfo; context: EntryContext }): object {
  switch (draft.kind) {
    case 'text':
      return { ...(draft.multiline === true && { multiline: true }), ...(field.options && { options: field.options }) }
    case 'badge':
      return { colors: draft.colors ?? context.colors.get(draft.name) ?? {}, options: choicesOf(undefined, field) }
    case 'money':
      return { currency: draft.currency ?? field.currency ?? 'EUR' }
    case 'relation':
      return { relation: draft.relation }
    default:
      return {}
  }
}
