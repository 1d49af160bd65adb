import { conditionHolds } from '../values/condition-holds.ts'
import { isAlwaysRequired } from './field-set.ts'
import { isEmpty } from './form-values.ts'
import type { FormValues } from './form-values.ts'
import type { FieldSet } from './field-set.ts'

/** The state of a field according to its conditions. */
export interface FieldState {
  isVisible: boolean
  isRequired: boolean
  isDisabled: boolean
}

export type FieldStates = Readonly<Record<string, FieldState>>

/** The input of conditions. */
interface FormSituation {
  values: FormValues
  /** The edited record: conditions may name fields that the form does not have. */
  record: Readonly<Record<string, unknown>> | null
}

/** Evaluates the conditions of all fields as the host does: a hidden field counts as absent in other conditions. */
export function fieldStates(definition: FieldSet, situation: FormSituation): FieldStates {
  const hidden = hiddenFields(definition, situation)
  const subject = subjectOf(situation, hidden)
  const states = Object.entries(definition.fields).map(([name, field]): [string, FieldState] => {
    const isVisible = !hidden.has(name)
    const isRequired = field.required_when !== undefined && conditionHolds(field.required_when, subject)
    return [
      name,
      {
        isVisible,
        isRequired: isVisible && (isAlwaysRequired(definition, name) || isRequired),
        isDisabled: field.disabled_when !== undefined && conditionHolds(field.disabled_when, subject),
      },
    ]
  })
  return Object.fromEntries(states)
}

/** Hiding one field may hide another, so this repeats until nothing changes. The number of passes is limited: conditions may be circular. */
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
  const others = Object.entries(record ?? {}).filter(([name]) => !(name in values) || hidden.has(name))
  return Object.fromEntries([...others, ...present])
}
