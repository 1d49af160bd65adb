import type { FormDefinition, JsonSchema } from '@atrium/sdk/documents'
import { fieldSchema } from './field-schema.ts'
import type { FormValues } from './form-values.ts'

/** What an address says of a record that is to be made: `?starts_at=…&specialist_id=3`. Other names, and what is no value, say nothing. */
export function prefilledValues(definition: FormDefinition, params: URLSearchParams): FormValues {
  const named = Object.keys(definition.fields).flatMap((name) => {
    const text = params.get(name)
    const value = text === null || text === '' ? undefined : readAs(fieldSchema(definition, name), text)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(named)
}

function readAs({ type, enum: choices }: JsonSchema, text: string): unknown {
  if (Array.isArray(choices)) return choices.find((choice) => choice !== null && String(choice) === text)
  if (type === 'string') return text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  const number = Number(text)
  const suits = type === 'integer' ? Number.isSafeInteger(number) : type === 'number' && Number.isFinite(number)
  return suits ? number : undefined
}
