import type { FormDefinition } from '@atrium/sdk/documents'
import { createContext, use } from 'react'
import { errorsIn } from './field-errors.ts'
import { itemSet, itemsOf } from './field-set.ts'
import type { FieldStates } from './field-states.ts'
import { fieldStates } from './field-states.ts'
import type { FormValues } from './form-values.ts'
import { isEmpty } from './form-values.ts'
import type { FieldErrors } from './field-errors.ts'

/** The form, or the object of a list in it, that fields stand in. */
export const FormScope = createContext<FieldScope | null>(null)

/** What is around this component. @throws Error outside of a form */
export function useForm(): FieldScope {
  const form = use(FormScope)
  if (!form) throw new Error('useForm() stands outside of <FormScope>: move the component below it')
  return form
}

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

interface ItemPlace {
  /** The list. */
  name: string
  index: number
}

/** One object of a list as what its fields stand in. */
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
