import type { FormDefinition } from '@atrium/sdk/documents'
import { fieldSchema, takesEmptyText, takesNull } from './field-schema.ts'
import type { FieldStates } from './field-states.ts'
import { saidValue } from './said-value.ts'
import { isEmpty, isSame } from './form-values.ts'
import type { FormValues } from './form-values.ts'

interface SubmissionParts {
  values: FormValues
  states: FieldStates
  /** What the form began with. */
  initial: FormValues
  /** Whether to say only what has changed, whatever the method. */
  changesOnly?: boolean
}

/**
 * What is sent. Hidden and disabled fields never are. A PATCH of a record says only what has changed, with `null` for what was emptied
 * (RFC 7396); a PUT says all it can; a POST, and an action whatever its method, leaves out what is empty.
 */
export function submission(
  definition: FormDefinition,
  { values, states, initial, changesOnly = saysChanges(definition) }: SubmissionParts,
): Record<string, unknown> {
  const names = Object.keys(definition.fields).filter((name) => states[name]?.isVisible && !states[name].isDisabled)
  const said = changesOnly ? names.filter((name) => !isSame(values[name], initial[name])) : names
  const nothing = (name: string) => (changesOnly ? null : emptied(definition, name))
  const pairs = said.map((name): [string, unknown] => [
    name,
    isEmpty(values[name]) ? nothing(name) : saidValue(definition, name, values[name]),
  ])
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

const saysChanges = ({ operation, submit }: FormDefinition) => operation === 'edit' && submit.method === 'PATCH'

/** How to say that a field has no value any more; `undefined` leaves it out, as what is only written: it was never shown. */
function emptied(definition: FormDefinition, name: string): null | '' | undefined {
  const { operation, submit } = definition
  const schema = fieldSchema(definition, name)
  if (submit.method === 'POST' || operation === 'action' || schema.writeOnly === true) return undefined
  if (takesNull(schema)) return null
  return takesEmptyText(schema) ? '' : undefined
}
