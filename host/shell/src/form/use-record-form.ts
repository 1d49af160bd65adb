import type { FormDefinition } from '@atrium/sdk/documents'
import { useCallback, useState } from 'react'
import { carriedInput, leftOverInput } from './carried-input.ts'
import type { Input } from './carried-input.ts'
import { withoutErrorsAt } from './field-errors.ts'
import { fieldStates } from './field-states.ts'
import { changedFields, initialValues, startingRecord } from './form-values.ts'
import type { FormValues, LoadedRecord } from './form-values.ts'
import { validateForm } from './validate-form.ts'
import type { FieldErrors } from './field-errors.ts'

/**
 * The state of a form. It starts with the loaded record. A newer version of the record replaces it while nothing is entered; after that the
 * host refuses the outdated version (412), so that no change is lost. When the definition changes, entered values stay in the fields that
 * still accept them. The others are `leftOver`, and return if their field returns.
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
  // Uses the updater form, because several fields may be set in one event, when a choice clears the fields that depend on it.
  const setValue = useCallback(
    (name: string, value: unknown, changed = name) => {
      setInput((present) => ({ ...present, ...entered(definition, { [name]: value }) }))
      setErrors((present) => withoutErrorsAt(present, changed))
    },
    [definition],
  )
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
    subject: base?.record ?? null,
    setValue,
    /** Discards the entered values without a field. */
    forgetLeftOver: () => setInput(without(input, ...leftOver.map(({ name }) => name))),
    /** Starts again from a record, with these unsaved changes. */
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
