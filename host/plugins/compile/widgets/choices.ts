import type { Option } from '@atrium/sdk/documents'
import type { FieldInfo } from './field-info.ts'

/**
 * The choices a declaration offers, with the values in the field's own type: object keys are text, so `{ 1: 'One' }` of a numeric
 * enum comes as `'1'`. Without a declaration: what the schema allows.
 */
export function choicesOf(declared: readonly Option[] | undefined, { options = [] }: FieldInfo): Option[] {
  if (declared === undefined) return options
  const own = new Map(options.map(({ value }) => [String(value), value]))
  return declared.map(({ value, label }) => ({ value: own.get(String(value)) ?? value, label }))
}
