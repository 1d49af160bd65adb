import { conditionHolds } from '../values/condition-holds.ts'
import { isAlwaysRequired } from './field-set.ts'
import { isEmpty } from './form-values.ts'
import type { FormValues } from './form-values.ts'
import type { FieldSet } from './field-set.ts'

/** How a field stands at the moment. */
export interface FieldState {
  isVisible: boolean
  isRequired: boolean
  isDisabled: boolean
}

export type FieldStates = Readonly<Record<string, FieldState>>

/** What the states of fields depend on. */
interface FormSituation {
  values: FormValues
  /** The record that is edited: conditions may name fields that the form does not have. */
  record: Readonly<Record<string, unknown>> | null
}

/** Evaluates the conditions of all fields, as the host will: what is hidden is not there for the conditions of others. */
export function fieldStates(definition: FieldSet, situation: FormSituation): FieldStates {
  const hidden = hiddenFields(definition, situation)
  const subject = subjectOf(situation, hidden)
  const states = Object.entries(definition.fields).map(([name, field]): [string, FieldState] => {
    const isVisible = !hidden.has(name)
    const isAsked = field.required_when !== undefined && conditionHolds(field.required_when, subject)
    return [
      name,
      {
        isVisible,
        isRequired: isVisible && (isAlwaysRequired(definition, name) || isAsked),
        isDisabled: field.disabled_when !== undefined && conditionHolds(field.disabled_when, subject),
      },
    ]
  })
  return Object.fromEntries(states)
}

/** Hiding one field may hide the next, so this goes on until nothing changes; conditions in a circle end it too. */
function hiddenFields({ fields }: FieldSet, situation: FormSituation): ReadonlySet<string> {
  const conditional = Object.entries(fields).filter(([, field]) => field.visible_when !== undefined)
  let hidden = new Set<string>()
  for (let pass = 0; pass < conditional.length; pass += 1) {
    const subject = subjectOf(situation, hidden)
    const next = conditional.filter(([, field]) => field.visible_when && !conditionHolds(field.visible_when, subject))
    const names = new Set(next.map(([name]) => name))
    if (names.size === hidden.size && [...names].every((name) => hidden.has(name))) break
    hidden = names
  }
  return hidden
}

function subjectOf({ values, record }: FormSituation, hidden: ReadonlySet<string>): Record<string, unknown> {
  const present = Object.entries(values).filter(([name, value]) => !isEmpty(value) && !hidden.has(name))
  const unsaid = Object.entries(record ?? {}).filter(([name]) => !(name in values) || hidden.has(name))
  return Object.fromEntries([...unsaid, ...present])
}
