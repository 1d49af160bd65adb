import type { FormDefinition } from '@atrium/sdk/documents'
import { Validator } from '@cfworker/json-schema'
import type { OutputUnit } from '@cfworker/json-schema'
import { asText } from '../values/as-text.ts'
import { fileProblem } from './file-problem.ts'
import type { FieldStates } from './field-states.ts'
import { isEmpty } from './form-values.ts'
import type { FormValues } from './form-values.ts'
import { messageFor } from './message-for.ts'

/** What is wrong, by field. */
export type FieldErrors = Readonly<Record<string, string>>

/** Keywords that only say that something below them is wrong. */
const FRAMES = new Set([
  'properties',
  'items',
  'allOf',
  'if',
  'then',
  'else',
  '$ref',
  '$dynamicRef',
  'dependentSchemas',
])

/** Checks a form against the very schema the host will use, as far as it is about fields that can be filled in now. */
export function validateForm(definition: FormDefinition, values: FormValues, states: FieldStates): FieldErrors {
  const isOpen = (name: string) => states[name]?.isVisible === true && !states[name].isDisabled
  const names = Object.keys(definition.fields).filter(isOpen)
  const missing = names.filter((name) => states[name]?.isRequired && isEmpty(values[name]))
  const errors: Record<string, string> = {}
  for (const name of missing) errors[name] = `${definition.fields[name]?.label ?? name} is required`

  for (const name of names) {
    const problem = fileProblem(definition.fields[name], values[name])
    if (problem !== undefined) errors[name] = problem
  }
  const given = names.filter((name) => !isEmpty(values[name]))
  const instance = Object.fromEntries(given.map((name) => [name, withoutFile(values[name])]))
  for (const unit of new Validator(definition.schema, '2020-12', false).validate(instance).errors) {
    const name = fieldOf(unit)
    if (name === undefined || FRAMES.has(unit.keyword) || !isOpen(name) || name in errors) continue
    errors[name] = tell(definition, name, { unit, value: values[name] })
  }
  return errors
}

/** What a schema knows of a file: that there is one. */
const withoutFile = (value: unknown) => (value instanceof File ? value.name : value)

/** What is wrong with a field; of several texts also with which. */
function tell(
  { schema, fields }: FormDefinition,
  name: string,
  { unit: { keyword, keywordLocation, instanceLocation, error }, value }: { unit: OutputUnit; value: unknown },
): string {
  const field = fields[name]
  const currency = field?.kind === 'money' ? field.currency : undefined
  const message = messageFor({ keyword, limit: valueAt(schema, keywordLocation), currency }) ?? error
  const [, ...inside] = pointerParts(instanceLocation)
  return inside.length === 0 ? message : `${asText(valueAt(value, `/${inside.join('/')}`))}: ${message}`
}

/** The field a finding is about; none where it is about the whole form. */
function fieldOf({ instanceLocation }: OutputUnit): string | undefined {
  return pointerParts(instanceLocation)[0]
}

function valueAt(schema: unknown, pointer: string): unknown {
  return pointerParts(pointer).reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined,
    schema,
  )
}

function pointerParts(pointer: string): string[] {
  const parts = pointer.replace(/^#/, '').split('/').slice(1)
  return parts.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
}
