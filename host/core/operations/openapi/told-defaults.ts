import type { JsonSchema } from '@atrium/sdk/documents'

/**
 * A body whose members tell their default in words, and need not be sent: the host fills them in before it looks what is missing. As a
 * `default` generators of clients take it for a promise that the member is always there, and demand it of whoever sends one.
 */
export function toldDefaults(schema: JsonSchema): JsonSchema {
  const { properties, required } = schema
  if (typeof properties !== 'object' || properties === null) return schema
  const members = Object.entries(properties) as [string, JsonSchema][]
  const told = Object.fromEntries(members.map(([name, member]) => [name, toldDefault(member)]))
  const filledIn = new Set(members.filter(([, member]) => member.default !== undefined).map(([name]) => name))
  const missing = Array.isArray(required) && required.filter((name) => !filledIn.has(name as string))
  return { ...schema, properties: told, ...(missing && { required: missing }) }
}

function toldDefault(member: JsonSchema): JsonSchema {
  const { default: value, ...rest } = toldDefaults(member)
  if (value === undefined) return rest
  const sentence = `Default: ${JSON.stringify(value)}.`
  return { ...rest, description: typeof rest.description === 'string' ? `${rest.description} ${sentence}` : sentence }
}
