import type { FormDefinition } from '@atrium/sdk/documents'
import type { FieldStates } from './field-states.ts'
import type { FieldErrors } from './validate-form.ts'
import type { FormValues } from './form-values.ts'

/** What fields stand in: a form, or one object of a list in it. */
export interface FieldScope {
  definition: Pick<FormDefinition, 'operation' | 'schema' | 'fields'>
  values: FormValues
  /** What it began with. */
  initial: FormValues
  /** The record that is edited. */
  record: Readonly<Record<string, unknown>> | null
  states: FieldStates
  /** By field; of what is inside of a list by its place in it: `lines.0.title`. */
  errors: FieldErrors
  /** What the names of inputs begin with: `lines.0.`, in the form itself nothing. */
  prefix: string
  /** `changed` is what was touched of it, `lines.0.title`: errors elsewhere in it stay. By default the whole field. */
  setValue: (name: string, value: unknown, changed?: string) => void
}
