import type { FormDefinition, JsonSchema } from '@atrium/sdk/documents'

/** Fields and the schema of their object: a form, or an object of a list. */
export type FieldSet = Pick<FormDefinition, 'schema' | 'fields'>

/** The fields of the objects in a list; undefined for a field of another kind. */
export function itemSet({ schema, fields }: FieldSet, name: string): FieldSet | undefined {
  const field = fields[name]
  if (field?.kind !== 'repeater') return undefined
  const properties = schema.properties as Readonly<Record<string, { items?: JsonSchema }>> | undefined
  return { schema: properties?.[name]?.items ?? {}, fields: field.fields }
}

/** The objects of a list; empty for any other value. */
export function itemsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map((each: unknown) => (isObject(each) ? each : {})) : []
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** One object for all, so that a field without a schema is not rendered again for each key. */
const NO_SCHEMA: JsonSchema = {}

/** The schema of one field; empty if there is none. */
export function fieldSchema({ schema }: FieldSet, name: string): JsonSchema {
  const properties = schema.properties
  if (typeof properties !== 'object' || properties === null) return NO_SCHEMA
  const found = (properties as Record<string, unknown>)[name]
  return typeof found === 'object' && found !== null ? (found as JsonSchema) : NO_SCHEMA
}

/** Whether the schema requires this field unconditionally. */
export function isAlwaysRequired({ schema }: FieldSet, name: string): boolean {
  return Array.isArray(schema.required) && schema.required.includes(name)
}

/** Whether a field accepts `null`. */
export function takesNull({ type, enum: choices, anyOf }: JsonSchema): boolean {
  const branches: unknown[] = Array.isArray(anyOf) ? anyOf : []
  const isChoice = Array.isArray(choices) && choices.includes(null)
  return isChoice || [type].flat().includes('null') || branches.some((branch) => takesNull(branch as JsonSchema))
}

/** Whether a list may be empty. */
export function takesEmptyList({ minItems = 0 }: JsonSchema): boolean {
  return minItems === 0
}

/** Whether a field accepts an empty string. */
export function takesEmptyText({ type, minLength, format, pattern, enum: choices }: JsonSchema): boolean {
  const isFree = format === undefined && pattern === undefined && choices === undefined
  return [type].flat().includes('string') && !minLength && isFree
}
