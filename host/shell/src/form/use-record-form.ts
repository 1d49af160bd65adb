import type { FormDefinition } from '@atrium/sdk/documents'
import { useState } from 'react'
import { carriedInput, leftOverInput } from './carried-input.ts'
import type { Input } from './carried-input.ts'
import { withoutErrorsAt } from './field-errors.ts'
import { fieldStates } from './field-states.ts'
import { changedFields, initialValues, startingRecord } from './form-values.ts'
import type { FormValues, LoadedRecord } from './form-values.ts'
import { validateForm } from './validate-form.ts'
import type { FieldErrors } from './field-errors.ts'

/**
 * What stands in a form. It begins with the record as loaded; a newer one is taken over as long as nothing was entered, and
 * otherwise left to the host to refuse (412), so that nobody's change is lost. Where the definition changes, what was entered
 * stays in the fields that are still there; the rest is `leftOver`, and back in its place if its field comes back.
 */
export function useRecordForm(
  definition: FormDefinition,
  loaded: LoadedRecord | null,
  { prefilled = {} }: { prefilled?: FormValues } = {},
) {
  const [seen, setSeen] = useState(loaded)
  const [base, setBase] = useState(loaded)
  const [input, setInput] = useState<Input>({})
  const [errors, setErrors] = useState<FieldErrors>({})

  const record = startingRecord(definition, base)
  const initial = { ...initialValues(definition, record), ...(base === null && prefilled) }
  const values = { ...initial, ...carriedInput(definition, input) }
  const states = fieldStates(definition, { values, record })
  const leftOver = leftOverInput(definition, input)
  const isDirty = changedFields(values, initial).length > 0

  const restart = (next: LoadedRecord | null, changes: FormValues = {}) => {
    setBase(next)
    setInput(entered(definition, changes))
    setErrors({})
  }
  if (loaded !== seen) {
    setSeen(loaded)
    if (!isDirty && leftOver.length === 0) restart(loaded)
  }

  return {
    definition,
    base,
    initial,
    values,
    states,
    errors,
    isDirty,
    leftOver,
    setErrors,
    prefix: '',
    record,
    /** Several fields may be set in one moment: one that is chosen lets go of those that depend on it. */
    setValue: (name: string, value: unknown, changed = name) => {
      setInput((present) => ({ ...present, ...entered(definition, { [name]: value }) }))
      setErrors((present) => withoutErrorsAt(present, changed))
    },
    /** Lets go of what has no place any more. */
    forgetLeftOver: () => setInput(without(input, ...leftOver.map(({ name }) => name))),
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

function entered({ fields }: FormDefinition, values: FormValues): Input {
  const known = Object.entries(values).flatMap(([name, value]) => {
    const field = fields[name]
    return field === undefined ? [] : [[name, { value, field }] as const]
  })
  return Object.fromEntries(known)
}

function without<Value>(all: Readonly<Record<string, Value>>, ...names: string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))
}
