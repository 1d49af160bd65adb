import type { FormDefinition, JsonSchema } from '@atrium/sdk/documents'

/** The part of a form's schema that is about one field; empty where it says nothing. */
export function fieldSchema({ schema }: FormDefinition, name: string): JsonSchema {
  const properties = schema.properties
  if (typeof properties !== 'object' || properties === null) return {}
  const found = (properties as Record<string, unknown>)[name]
  return typeof found === 'object' && found !== null ? (found as JsonSchema) : {}
}

/** Whether a schema asks for this field in every case. */
export function isAlwaysRequired({ schema }: FormDefinition, name: string): boolean {
  return Array.isArray(schema.required) && schema.required.includes(name)
}
