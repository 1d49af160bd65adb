import type { Field, FormDefinition } from '@atrium/sdk/documents'
import { isEmpty, saysNothing } from './form-values.ts'
import type { FormValues } from './form-values.ts'

/** What a person has entered, and the field as it was then: the form may change under their hands. */
export interface Entered {
  value: unknown
  field: Field
}

/** What was entered, by the name of its field. */
export type Input = Readonly<Record<string, Entered>>

/** What was entered where there is no place for it any more. */
export interface LeftOver extends Entered {
  name: string
}

/** What of the input a form can take as it is now: fields that are gone, or mean something else now, get nothing. */
export function carriedInput({ fields }: FormDefinition, input: Input): FormValues {
  const fitting = Object.entries(input).filter(([name, entered]) => fits(fields[name], entered))
  return Object.fromEntries(fitting.map(([name, { value }]) => [name, value]))
}

/** The rest, so that nothing a person has entered goes unsaid. */
export function leftOverInput({ fields }: FormDefinition, input: Input): LeftOver[] {
  return Object.entries(input)
    .filter(([name, entered]) => !saysNothing(entered.value) && !fits(fields[name], entered))
    .map(([name, entered]) => ({ name, ...entered }))
}

/** Whether a value that was meant for one field means the same in another. */
function fits(now: Field | undefined, { value, field: then }: Entered): boolean {
  if (now === undefined) return false
  switch (now.kind) {
    case 'select':
      return isEmpty(value) || now.options.some((option) => option.value === value)
    case 'text':
    case 'textarea':
      return then.kind === 'text' || then.kind === 'textarea'
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
