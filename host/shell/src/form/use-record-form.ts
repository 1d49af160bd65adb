import type { FormDefinition } from '@atrium/sdk/documents'
import { useState } from 'react'
import type { DataRecord } from '../api/records.ts'
import { fieldStates } from './field-states.ts'
import { changedFields, initialValues } from './form-values.ts'
import type { FormValues } from './form-values.ts'
import { validateForm } from './validate-form.ts'
import type { FieldErrors } from './validate-form.ts'

/** A record and the `ETag` it was read with. */
export interface LoadedRecord {
  record: DataRecord
  etag: string | null
}

/**
 * What stands in a form. It begins with the record as loaded; a newer one is taken over as long as nothing was typed, and
 * otherwise left to the host to refuse (412), so that nobody's change is lost.
 */
export function useRecordForm(definition: FormDefinition, loaded: LoadedRecord | null) {
  const [seen, setSeen] = useState(loaded)
  const [base, setBase] = useState(loaded)
  const [typed, setTyped] = useState<FormValues>({})
  const [errors, setErrors] = useState<FieldErrors>({})

  const initial = initialValues(definition, base?.record ?? null)
  const values = { ...initial, ...typed }
  const states = fieldStates(definition, { values, record: base?.record ?? null })
  const isDirty = changedFields(values, initial).length > 0

  const restart = (next: LoadedRecord | null, changes: FormValues = {}) => {
    setBase(next)
    setTyped(changes)
    setErrors({})
  }
  if (loaded !== seen) {
    setSeen(loaded)
    if (!isDirty) restart(loaded)
  }

  return {
    definition,
    base,
    initial,
    values,
    states,
    errors,
    isDirty,
    setErrors,
    setValue: (name: string, value: unknown) => {
      setTyped({ ...typed, [name]: value })
      setErrors(without(errors, name))
    },
    /** Begins anew from a record, with what is still to be changed in it. */
    restart,
    validate: (): FieldErrors => {
      const found = validateForm(definition, values, states)
      setErrors(found)
      return found
    },
  }
}

export type RecordForm = ReturnType<typeof useRecordForm>

function without(errors: FieldErrors, name: string): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([each]) => each !== name))
}
