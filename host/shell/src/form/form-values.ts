import type { FormDefinition, JsonSchema } from '@atrium/sdk/documents'
import type { DataRecord } from '../api/paths.ts'
import { fieldSchema, isAlwaysRequired, takesEmptyList } from './field-set.ts'
import type { FieldSet } from './field-set.ts'

/** The values of a form by field, in the shape that the host expects. A field without a value is `undefined`. */
export type FormValues = Readonly<Record<string, unknown>>

/** A record and the `ETag` that it was read with. */
export interface LoadedRecord {
  record: DataRecord
  etag: string | null
}

/** Whether a field has no value. */
export function isEmpty(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === ''
}

/** Whether a value shows nothing: it is empty, or a list without members. */
export function isBlankValue(value: unknown): boolean {
  return isEmpty(value) || (Array.isArray(value) && value.length === 0)
}

/**
 * The initial values of a form: those of the record, or else the defaults of the schema. A toggle starts as false, and a required list as
 * an empty one.
 */
export function initialValues(definition: FieldSet, record: Readonly<Record<string, unknown>> | null): FormValues {
  const names = Object.keys(definition.fields)
  if (record) return Object.fromEntries(names.map((name) => [name, present(record[name])]))
  return Object.fromEntries(
    names.map((name) => [name, fieldSchema(definition, name).default ?? neutral(definition, name)]),
  )
}

/** Whether two values are equal. Blank values are equal to each other; a file is equal only to itself. */
export function isSame(a: unknown, b: unknown): boolean {
  if (isBlankValue(a) || isBlankValue(b)) return isBlankValue(a) && isBlankValue(b)
  if (a instanceof File || b instanceof File) return a === b
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The fields in which two sets of values differ. */
export function changedFields(a: FormValues, b: FormValues): string[] {
  return Object.keys(a).filter((name) => !isSame(a[name], b[name]))
}

function present(value: unknown): unknown {
  return isEmpty(value) ? undefined : value
}

function neutral(definition: FieldSet, name: string): unknown {
  const field = definition.fields[name]
  if ((field?.kind === 'relation' || field?.kind === 'select') && field.multiple !== true) return undefined
  switch (field?.kind) {
    case 'toggle':
      return false
    case 'relation':
    case 'select':
    case 'tags':
    case 'choices':
    case 'repeater':
      return isAlwaysRequired(definition, name) && takesEmptyList(fieldSchema(definition, name)) ? [] : undefined
    case 'key_value':
      return isAlwaysRequired(definition, name) ? {} : undefined
    default:
      return undefined
  }
}

/** The record that fills the form. The form of an action starts without one, because it asks for other data. */
export function startingRecord({ operation }: FormDefinition, base: LoadedRecord | null): DataRecord | null {
  return operation === 'action' ? null : (base?.record ?? null)
}

/** Reads the values of a new record from an address: `?starts_at=…&specialist_id=3`. Unknown names and invalid values are ignored. */
export function prefilledValues(definition: FormDefinition, params: URLSearchParams): FormValues {
  const named = Object.keys(definition.fields).flatMap((name) => {
    const text = params.get(name)
    const value = text === null || text === '' ? undefined : readAs(fieldSchema(definition, name), text)
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(named)
}

/** The initial values of the fields that take typed text: the last word for the last field, the words before it for the first. */
export function typedValues({ typed_fields = [] }: FormDefinition, text = ''): Record<string, string> {
  const [first, last] = typed_fields
  if (first === undefined) return {}
  if (last === undefined) return { [first]: text.trim() }
  const words = text.trim().split(/\s+/)
  return { [first]: words.slice(0, -1).join(' '), [last]: words.at(-1) ?? '' }
}

function readAs({ type, enum: choices }: JsonSchema, text: string): unknown {
  if (Array.isArray(choices)) return choices.find((choice) => choice !== null && String(choice) === text)
  if (type === 'string') return text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  const number = Number(text)
  const suits = type === 'integer' ? Number.isSafeInteger(number) : type === 'number' && Number.isFinite(number)
  return suits ? number : undefined
}
