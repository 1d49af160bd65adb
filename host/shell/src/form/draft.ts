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
  /** The draft of another new record, entered before this one, that has been neither saved nor discarded. */
  readonly earlier?: Draft | undefined
}

/** The most drafts of new records that are kept for one form. */
const MOST = 5

/** A draft of a new record and those before it, without the oldest if there are too many. */
export const withEarlier = (draft: Draft, earlier: Draft | null): Draft => ({
  ...draft,
  earlier: earlier === null ? undefined : latest(earlier, MOST - 1),
})

const latest = (draft: Draft, most: number): Draft | undefined =>
  most === 0 ? undefined : { ...draft, earlier: draft.earlier && latest(draft.earlier, most - 1) }

/** Each person has one draft for each record of a form, and one for the newest record, which leads to those before it. */
export const draftKey = (person: string, { submit }: FormDefinition, recordId: string | number = ''): string =>
  `${person} ${submit.method} ${submit.path} ${recordId}`

/** The changed values that may be stored: no secrets, and no files. */
export function draftValues(definition: FormDefinition, values: FormValues, initial: FormValues): FormValues {
  const kept = changedFields(values, initial).filter(
    (name) => fieldSchema(definition, name).writeOnly !== true && definition.fields[name]?.kind !== 'file',
  )
  return Object.fromEntries(kept.map((name) => [name, values[name] ?? null]))
}
