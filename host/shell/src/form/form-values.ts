import type { FormDefinition, JsonSchema } from '@atrium/sdk/documents'
import type { DataRecord } from '../api/paths.ts'
import { fieldSchema, isAlwaysRequired, takesEmptyList } from './field-set.ts'
import type { FieldSet } from './field-set.ts'

/** What stands in a form, by field, as the host would get it; a field without value is `undefined`. */
export type FormValues = Readonly<Record<string, unknown>>

/** A record's fields, or any object to read values from. */
type Source = Readonly<Record<string, unknown>>

/** A record and the `ETag` it was read with. */
export interface LoadedRecord {
  record: DataRecord
  etag: string | null
}

/** Whether a field has no value. */
export function isEmpty(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === ''
}

/** Whether a value has nothing in it that could be read. */
export function saysNothing(value: unknown): boolean {
  return isEmpty(value) || (Array.isArray(value) && value.length === 0)
}

/**
 * What a form begins with: the record where there is one, else the defaults of its schema. A switch is never undecided, and a list
 * that has to be there is empty.
 */
export function initialValues(definition: FieldSet, record: Source | null): FormValues {
  const names = Object.keys(definition.fields)
  if (record) return Object.fromEntries(names.map((name) => [name, present(record[name])]))
  return Object.fromEntries(
    names.map((name) => [name, fieldSchema(definition, name).default ?? neutral(definition, name)]),
  )
}

/** Whether two values say the same: a list without members says nothing, and a file only the same as itself. */
export function isSame(a: unknown, b: unknown): boolean {
  if (saysNothing(a) || saysNothing(b)) return saysNothing(a) && saysNothing(b)
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
  switch (definition.fields[name]?.kind) {
    case 'toggle':
      return false
    case 'tags':
    case 'repeater':
      return isAlwaysRequired(definition, name) && takesEmptyList(fieldSchema(definition, name)) ? [] : undefined
    default:
      return undefined
  }
}

/** The record that a form begins with. What an action asks for is no part of the record it is about. */
export function startingRecord({ operation }: FormDefinition, base: LoadedRecord | null): DataRecord | null {
  return operation === 'action' ? null : (base?.record ?? null)
}

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
