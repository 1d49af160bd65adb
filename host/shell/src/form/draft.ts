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
}

/** Each person has one draft for each record of a form, and one for a new record. */
export const draftKey = (person: string, { submit }: FormDefinition, recordId: string | number = ''): string =>
  `${person} ${submit.method} ${submit.path} ${recordId}`

/** The changed values that may be stored: no secrets, and no files. */
export function draftValues(definition: FormDefinition, values: FormValues, initial: FormValues): FormValues {
  const kept = changedFields(values, initial).filter(
    (name) => fieldSchema(definition, name).writeOnly !== true && definition.fields[name]?.kind !== 'file',
  )
  return Object.fromEntries(kept.map((name) => [name, values[name] ?? null]))
}
