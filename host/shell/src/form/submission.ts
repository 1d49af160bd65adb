import type { FormDefinition, JsonSchema } from '@atrium/sdk/documents'
import { fieldSchema, takesEmptyText, takesNull } from './field-schema.ts'
import type { FieldStates } from './field-states.ts'
import { isEmpty, isSame } from './form-values.ts'
import type { FormValues } from './form-values.ts'

interface SubmissionParts {
  values: FormValues
  states: FieldStates
  /** What the form began with. */
  initial: FormValues
}

/**
 * What is sent. Hidden and disabled fields never are. A PATCH says only what has changed, with `null` for what was emptied
 * (RFC 7396); a PUT says all it can; a POST leaves out what is empty.
 */
export function submission(
  definition: FormDefinition,
  { values, states, initial }: SubmissionParts,
): Record<string, unknown> {
  const { method } = definition.submit
  const names = Object.keys(definition.fields).filter((name) => states[name]?.isVisible && !states[name].isDisabled)
  const said = method === 'PATCH' ? names.filter((name) => !isSame(values[name], initial[name])) : names
  const pairs = said.map((name): [string, unknown] => {
    const value = values[name]
    return [name, isEmpty(value) ? emptied(method, fieldSchema(definition, name)) : value]
  })
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

/** How to say that a field has no value any more; `undefined` leaves it out. */
function emptied(method: FormDefinition['submit']['method'], schema: JsonSchema): null | '' | undefined {
  if (method === 'POST') return undefined
  if (method === 'PATCH' || takesNull(schema)) return null
  return takesEmptyText(schema) ? '' : undefined
}
