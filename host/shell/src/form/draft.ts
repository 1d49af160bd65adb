import type { FormDefinition } from '@atrium/sdk/documents'
import { fieldSchema } from './field-set.ts'
import { changedFields, type FormValues, type LoadedRecord } from './form-values.ts'

/** Unsaved input, and the version of the record that it is based on. */
export interface Draft {
  /** Milliseconds since the epoch. */
  readonly saved_at: number
  readonly base: LoadedRecord | null
  /** The changed values. */
  readonly values: FormValues
  /** The tab that it was entered in. */
  readonly tab?: string
}

/** A draft and the key under which it is stored. */
export interface KeptDraft {
  readonly key: string
  readonly draft: Draft
}

/** The most drafts of new records that are kept for one form. */
const MOST = 5

/** Drafts of new records in the order in which a tab offers them: its own before those of other tabs, which may still be at work. */
export const offeredDrafts = (kept: readonly KeptDraft[], tab: string): readonly KeptDraft[] =>
  latestFirst(kept).sort((one, other) => Number(other.draft.tab === tab) - Number(one.draft.tab === tab))

/** The drafts that are too many. */
export const tooMany = (kept: readonly KeptDraft[]): readonly KeptDraft[] => latestFirst(kept).slice(MOST)

const latestFirst = (kept: readonly KeptDraft[]) =>
  [...kept].sort((one, other) => other.draft.saved_at - one.draft.saved_at)

/** Each person has one draft for each record of a form. Each visit to the form of a new record has one of its own, with the visit for a record. */
export const draftKey = (person: string, { submit }: FormDefinition, record: string | number = ''): string =>
  `${person} ${submit.method} ${submit.path} ${record}`

/** The changed values that may be stored: no secrets, and no files. */
export function draftValues(definition: FormDefinition, values: FormValues, initial: FormValues): FormValues {
  const kept = changedFields(values, initial).filter(
    (name) => fieldSchema(definition, name).writeOnly !== true && definition.fields[name]?.kind !== 'file',
  )
  return Object.fromEntries(kept.map((name) => [name, values[name] ?? null]))
}
