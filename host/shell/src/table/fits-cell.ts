import type { Field } from '@atrium/sdk/documents'

/** Kinds of fields that need more room than a cell offers, or that are not about one value. */
const TOO_LARGE: ReadonlySet<Field['kind']> = new Set([
  'recurrence',
  'condition',
  'comparison',
  'slot',
  'repeater',
  'file',
  'key_value',
  'json',
])

/** Whether a field can be changed without seeing the others of its form: it is about one value, and they do not depend on it. */
export function fitsCell(fields: Readonly<Record<string, Field>>, name: string): boolean {
  const field = fields[name]
  if (field === undefined || TOO_LARGE.has(field.kind)) return false
  const { [name]: _, ...others } = fields
  const isInPath = JSON.stringify(others).includes(`{${name}}`)
  return !isInPath && !Object.values(others).some((other) => dependsOn(other, name))
}

const dependsOn = ({ visible_when, required_when, disabled_when }: Field, name: string) =>
  [visible_when, required_when, disabled_when].some((condition) => condition?.field === name)
