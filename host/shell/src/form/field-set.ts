import type { FormDefinition, JsonSchema } from '@atrium/sdk/documents'

/** Fields, and the schema of the object they are of: a form, or what stands in a list. */
export type FieldSet = Pick<FormDefinition, 'schema' | 'fields'>

/** The fields of each object of a list; undefined where a field holds no list. */
export function itemSet({ schema, fields }: FieldSet, name: string): FieldSet | undefined {
  const field = fields[name]
  if (field?.kind !== 'repeater') return undefined
  const properties = schema.properties as Readonly<Record<string, { items?: JsonSchema }>> | undefined
  return { schema: properties?.[name]?.items ?? {}, fields: field.fields }
}

/** The objects of a list. */
export function itemsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map((each: unknown) => (isObject(each) ? each : {})) : []
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The part of a form's schema that is about one field; empty where it says nothing. */
export function fieldSchema({ schema }: FieldSet, name: string): JsonSchema {
  const properties = schema.properties
  if (typeof properties !== 'object' || properties === null) return {}
  const found = (properties as Record<string, unknown>)[name]
  return typeof found === 'object' && found !== null ? (found as JsonSchema) : {}
}

/** Whether a schema asks for this field in every case. */
export function isAlwaysRequired({ schema }: FieldSet, name: string): boolean {
  return Array.isArray(schema.required) && schema.required.includes(name)
}

/** Whether a field may be `null`. */
export function takesNull({ type, enum: choices, anyOf }: JsonSchema): boolean {
  const branches: unknown[] = Array.isArray(anyOf) ? anyOf : []
  const isChoice = Array.isArray(choices) && choices.includes(null)
  return isChoice || [type].flat().includes('null') || branches.some((branch) => takesNull(branch as JsonSchema))
}

/** Whether a list may be empty. */
export function takesEmptyList({ minItems = 0 }: JsonSchema): boolean {
  return minItems === 0
}

/** Whether a field may be the empty text. */
export function takesEmptyText({ type, minLength, format, pattern, enum: choices }: JsonSchema): boolean {
  const isFree = format === undefined && pattern === undefined && choices === undefined
  return [type].flat().includes('string') && !minLength && isFree
}
