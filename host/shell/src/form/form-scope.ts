import type { FormDefinition } from '@atrium/sdk/documents'
import { createContext, use } from 'react'
import { errorsIn } from './field-errors.ts'
import { itemSet, itemsOf } from './field-set.ts'
import type { FieldStates } from './field-states.ts'
import { fieldStates } from './field-states.ts'
import type { FormValues } from './form-values.ts'
import { isEmpty } from './form-values.ts'
import type { FieldErrors } from './field-errors.ts'

/** The scope of the fields below: the form, or one object of a list in it. */
export const FormScope = createContext<FieldScope | null>(null)

/** The scope around this component. @throws Error outside of a form */
export function useForm(): FieldScope {
  const form = use(FormScope)
  if (!form) throw new Error('useForm() was called outside of <FormScope>: move the component below it')
  return form
}

/** The values, states and errors that fields work with: those of a form, or of one object of a list in it. */
export interface FieldScope {
  definition: Pick<FormDefinition, 'operation' | 'schema' | 'fields'>
  values: FormValues
  /** The values that the form started with, restored input included. */
  initial: FormValues
  /** The edited record; null in a new one and inside a list. */
  record: Readonly<Record<string, unknown>> | null
  /** The record that the form is about, even if it does not edit it. */
  subject?: Readonly<Record<string, unknown>> | null
  states: FieldStates
  errors: FieldErrors
  /** The prefix of the names of inputs: `lines.0.` inside a list, empty in the form itself. */
  prefix: string
  /** `changed` is the edited place, such as `lines.0.title`; errors elsewhere stay. Default: the whole field. */
  setValue: (name: string, value: unknown, changed?: string) => void
}

interface ItemPlace {
  /** The name of the list. */
  name: string
  index: number
}

/** The scope of one object of a list. Its changes are written into the list in the outer scope. */
export function itemScope(outer: FieldScope, { name, index }: ItemPlace): FieldScope {
  const { definition, errors, prefix, setValue, states } = outer
  const set = itemSet(definition, name) ?? { schema: {}, fields: {} }
  const items = itemsOf(outer.values[name])
  const item = items[index] ?? {}
  const place = `${name}.${index}`
  const own = Object.entries(fieldStates(set, { values: item, record: null }))
  const isDisabled = states[name]?.isDisabled === true
  return {
    definition: { operation: definition.operation, ...set },
    values: item,
    initial: itemsOf(outer.initial[name])[index] ?? {},
    record: null,
    states: Object.fromEntries(
      own.map(([field, state]) => [field, { ...state, isDisabled: state.isDisabled || isDisabled }]),
    ),
    errors: errorsIn(errors, place),
    prefix: `${prefix}${place}.`,
    setValue: (field, value, changed = field) => {
      const { [field]: _, ...rest } = item
      const next = isEmpty(value) ? rest : { ...item, [field]: value }
      setValue(
        name,
        items.map((each, at) => (at === index ? next : each)),
        `${place}.${changed}`,
      )
    },
  }
}
