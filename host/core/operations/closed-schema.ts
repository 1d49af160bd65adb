import type { JsonSchema } from '@atrium/sdk/documents'

/** Where another keyword already says what else an object may have. */
const OPEN = ['additionalProperties', 'unevaluatedProperties', 'patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref']

/**
 * A schema whose objects take no members but those it names: what a client misspells is refused and not dropped. Objects that say
 * themselves what else they take are left as they are.
 */
export function closedSchema(schema: JsonSchema): JsonSchema {
  const { properties, items } = schema
  const closed: Record<string, unknown> = { ...schema }
  if (isObject(items)) closed.items = closedSchema(items)
  if (!isObject(properties)) return closed
  closed.properties = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, closedMember(each)]))
  if (!OPEN.some((keyword) => keyword in schema)) closed.additionalProperties = false
  return closed
}

const closedMember = (schema: unknown) => (isObject(schema) ? closedSchema(schema) : schema)

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
