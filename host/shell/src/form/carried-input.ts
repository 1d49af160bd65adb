import type { Field, FormDefinition } from '@atrium/sdk/documents'
import { isBlankValue, isEmpty } from './form-values.ts'
import type { FormValues } from './form-values.ts'

/** A value that a person entered, with the field at that time, because the form may change meanwhile. */
export interface Entered {
  value: unknown
  field: Field
}

/** Entered values by the name of their field. */
export type Input = Readonly<Record<string, Entered>>

/** An entered value whose field is gone or no longer accepts it. */
export interface LeftOver extends Entered {
  name: string
}

/** The entered values that still fit the fields of the form. */
export function carriedInput({ fields }: FormDefinition, input: Input): FormValues {
  const fitting = Object.entries(input).filter(([name, entered]) => fits(fields[name], entered))
  return Object.fromEntries(fitting.map(([name, { value }]) => [name, value]))
}

/** The entered values that no longer fit, so that the person can be informed. Empty values are left out. */
export function leftOverInput({ fields }: FormDefinition, input: Input): LeftOver[] {
  return Object.entries(input)
    .filter(([name, entered]) => !isBlankValue(entered.value) && !fits(fields[name], entered))
    .map(([name, entered]) => ({ name, ...entered }))
}

/** Whether a value entered for a former field means the same in the present one. */
function fits(now: Field | undefined, { value, field: then }: Entered): boolean {
  if (now === undefined) return false
  switch (now.kind) {
    case 'select':
      return [value].flat().every((each) => isEmpty(each) || now.options.some((option) => option.value === each))
    case 'text':
    case 'textarea':
      return then.kind === 'text' || then.kind === 'textarea'
    case 'time':
    case 'recurrence':
      return then.kind === now.kind || then.kind === 'text'
    case 'datetime':
    case 'slot':
      return then.kind === 'datetime' || then.kind === 'slot'
    case 'money':
      return then.kind === 'money' && then.currency === now.currency
    case 'relation':
      return then.kind === 'relation' && then.relation.list_path === now.relation.list_path
    case 'repeater':
      return then.kind === 'repeater' && Object.keys(then.fields).every((name) => name in now.fields)
    default:
      return then.kind === now.kind
  }
}
