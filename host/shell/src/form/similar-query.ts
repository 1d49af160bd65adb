import type { FormDefinition } from '@atrium/sdk/documents'
import { asText } from '../values/as-text.ts'
import type { FieldStates } from './field-states.ts'
import type { FormValues } from './form-values.ts'
import { initialValues, isEmpty } from './form-values.ts'
import { validateForm } from './validate-form.ts'

/**
 * The path that returns the records similar to a new one, with the fields that have a valid value, because the host would refuse half an
 * e-mail address. Null if the form has no such path, and while it has only its initial values.
 */
export function similarQuery(definition: FormDefinition, values: FormValues, states: FieldStates): string | null {
  const { similar_path } = definition
  if (similar_path === undefined) return null
  const [path = '', query = ''] = similar_path.split('?')
  const initial = initialValues(definition, null)
  const errors = validateForm(definition, values, states)
  const params = new URLSearchParams()
  let isEntered = false
  for (const [parameter = '', template = ''] of query.split('&').map((each) => each.split('='))) {
    const [, name] = /^\{(\w+)\}$/.exec(template) ?? []
    const isUsable = name !== undefined && states[name]?.isVisible === true && errors[name] === undefined
    const value = name === undefined ? template : isUsable ? values[name] : undefined
    if (isEmpty(value)) continue
    params.set(parameter, asText(value))
    isEntered ||= name !== undefined && value !== initial[name]
  }
  return isEntered ? `${path}?${params}` : null
}
