import type { FieldDraft } from '@atrium/sdk/host'
import type { Field, JsonSchema } from '@atrium/sdk/documents'
import { absolutePath } from '../checks/absolute-path.ts'
import { choicesOf } from './choices.ts'
import type { FieldInfo } from './field-info.ts'
import { namedIn, withoutNamed } from './named-in-path.ts'

/** One field, completed from what the record says of it. What stands in a repeater is not in it yet. */
export function makeField(draft: FieldDraft, field: FieldInfo, api_base?: string): Field {
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
    ...ownMembers(draft, field, api_base),
  } as Field
}

/** What only fields of that kind have. */
function ownMembers(draft: FieldDraft, field: FieldInfo, api_base: string | undefined): object {
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
      return relationMembers(draft, api_base)
    case 'slot':
      return slotMembers(draft, api_base)
    default:
      return {}
  }
}

const fileMembers = ({ media_types, size_limit }: FieldDraft) => ({
  ...(media_types && { media_types }),
  ...(size_limit !== undefined && { size_limit }),
})

/** The list that knows all by their ids, and where it is another one that in which one chooses. */
function relationMembers({ relation, choices_path }: FieldDraft, api_base: string | undefined): object {
  const declared = absolutePath(relation?.list_path ?? '', api_base)
  const choices = choices_path === undefined ? declared : absolutePath(choices_path, api_base)
  const list_path = withoutNamed(declared)
  return {
    relation: { ...relation, list_path },
    ...((choices !== list_path || namedIn(choices).length > 0) && { choices_path: choices }),
  }
}

const slotMembers = ({ slots, any_time }: FieldDraft, api_base: string | undefined) => ({
  slots: { ...slots, path: absolutePath(slots?.path ?? '', api_base) },
  ...(any_time === true && { any_time }),
})

/** Those declared, else the only texts there may be. */
function suggestionsOf({ suggestions }: FieldDraft, { schema }: FieldInfo): { suggestions?: readonly string[] } {
  const offered = suggestions ?? ((schema.items as JsonSchema | undefined)?.enum as string[] | undefined)
  return offered ? { suggestions: offered } : {}
}
