import type { JsonSchema } from '@atrium/sdk/documents'

/**
 * A body whose optional members tell their default in words. As a `default` generators of clients take it for a promise that the
 * member is always there, and demand it of whoever sends one.
 */
export function toldDefaults(schema: JsonSchema): JsonSchema {
  const { properties } = schema
  if (typeof properties !== 'object' || properties === null) return schema
  const told = Object.entries(properties).map(([name, member]) => [name, toldDefault(member as JsonSchema)])
  return { ...schema, properties: Object.fromEntries(told) as JsonSchema }
}

function toldDefault(member: JsonSchema): JsonSchema {
  const { default: value, ...rest } = toldDefaults(member)
  if (value === undefined) return rest
  const sentence = `Default: ${JSON.stringify(value)}.`
  return { ...rest, description: typeof rest.description === 'string' ? `${rest.description} ${sentence}` : sentence }
}
