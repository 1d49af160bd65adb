import type { FormDefinition } from '@atrium/sdk/documents'
import { useCallback, useState } from 'react'
import { carriedInput, leftOverInput } from './carried-input.ts'
import type { Input } from './carried-input.ts'
import { conflictLines } from './conflict.ts'
import { withoutErrorsAt } from './field-errors.ts'
import { fieldStates } from './field-states.ts'
import { changedFields, initialValues, isSame, startingRecord } from './form-values.ts'
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
  const [restored, setRestored] = useState<FormValues>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isOwnNext, setOwnNext] = useState(false)

  const record = startingRecord(definition, base)
  const initial = { ...initialValues(definition, record), ...(base === null && prefilled) }
  const values = { ...initial, ...carriedInput(definition, input) }
  const states = fieldStates(definition, { values, record })
  const leftOver = leftOverInput(definition, input)
  const isDirty = changedFields(values, initial).length > 0

  const restart = (
    next: LoadedRecord | null,
    changes: FormValues = {},
    { areRestored = false }: { areRestored?: boolean } = {},
  ) => {
    setBase(next)
    setInput(entered(definition, changes))
    setRestored(areRestored ? changes : {})
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
  const takeOver = (next: LoadedRecord) => {
    const theirs = startingRecord(definition, next) ?? {}
    const lines = conflictLines(definition, { base: initial, mine: values, theirs })
    if (lines.some(({ isContested }) => isContested)) return
    const unchanged = Object.keys(values).filter((name) => isSame(values[name], initial[name]))
    setBase(next)
    setInput(without(input, ...unchanged))
  }
  const isNewer = loaded !== null && loaded.etag !== base?.etag
  if (isOwnNext && (isNewer || !isDirty)) {
    setOwnNext(false)
    if (isNewer && isDirty) takeOver(loaded)
  }

  return {
    definition,
    base,
    initial,
    /** The values that this visit to the form began with: the initial ones and the input of an earlier visit. */
    origin: { ...initial, ...restored },
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
    /**
     * The next version of the record is a change of this person's own, such as an action. It is taken over at once, and the input stays, unless
     * both change the same field.
     */
    followOwn: useCallback(() => setOwnNext(true), []),
    /** Discards the entered values without a field. */
    forgetLeftOver: () => setInput(without(input, ...leftOver.map(({ name }) => name))),
    /** Starts again from a record, with these unsaved changes. Those of an earlier visit are `areRestored`. */
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
