import type { FieldDraft } from '@atrium/sdk'
import type { Field, JsonSchema } from '@atrium/sdk/documents'
import { choicesOf } from './choices.ts'
import type { FieldInfo } from './field-info.ts'

/** One field, completed from what the record says of it. What stands in a repeater is not in it yet. */
export function makeField(draft: FieldDraft, field: FieldInfo): Field {
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
    case 'file':
      return fileMembers(draft)
    case 'relation':
      return { relation: draft.relation }
    default:
      return {}
  }
}

const fileMembers = ({ media_types, size_limit }: FieldDraft) => ({
  ...(media_types && { media_types }),
  ...(size_limit !== undefined && { size_limit }),
})

/** Those declared, else the only texts there may be. */
function suggestionsOf({ suggestions }: FieldDraft, { schema }: FieldInfo): { suggestions?: readonly string[] } {
  const offered = suggestions ?? ((schema.items as JsonSchema | undefined)?.enum as string[] | undefined)
  return offered ? { suggestions: offered } : {}
}
