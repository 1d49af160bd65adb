/** A JSON Schema that is an object. */
export type Schema = Readonly<Record<string, unknown>>

/** Shorter parts take less code in their places than a call does. In characters of JSON. */
const WORTH_SHARING = 60

const MAPS = new Set(['properties', 'patternProperties', '$defs'])
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const SINGLE = new Set(['items', 'additionalProperties', 'propertyNames', 'not'])

/**
 * Moves each part of a schema that occurs more than once to `$defs`. TypeBox repeats a part in each of its places, and Ajv would generate
 * its code each time.
 */
export function withSharedParts(schema: Schema): Schema {
  const names = new Map(repeatedParts(schema).map((text, index) => [text, `part${index}`]))
  const shared = (part: Schema): Schema => {
    const name = names.get(JSON.stringify(part))
    return name === undefined ? withParts(part, shared) : { $ref: `#/$defs/${name}` }
  }
  const parts = [...names].map(([text, name]) => [name, withParts(JSON.parse(text) as Schema, shared)])
  const { $defs, ...rest } = withParts(schema, shared)
  return { ...rest, $defs: { ...($defs as Schema | undefined), ...Object.fromEntries(parts) } }
}

/** The parts that are worth sharing, as JSON. */
function repeatedParts(schema: Schema): string[] {
  const counts = new Map<string, number>()
  const count = (part: Schema): Schema => {
    const text = JSON.stringify(part)
    if (text.length >= WORTH_SHARING) counts.set(text, (counts.get(text) ?? 0) + 1)
    return withParts(part, count)
  }
  withParts(schema, count)
  return [...counts].filter(([, times]) => times > 1).map(([text]) => text)
}

/**
 * A copy of a schema with each schema directly inside it replaced. A schema with an `$id` keeps its parts, because `#` refers to the
 * nearest `$id`.
 */
function withParts(schema: Schema, replace: (part: Schema) => Schema): Schema {
  const one = (value: unknown) => {
    if (!isSchema(value)) return value
    return '$id' in value ? withSharedParts(value) : replace(value)
  }
  const within = (keyword: string, value: unknown): unknown => {
    if (SINGLE.has(keyword)) return one(value)
    if (LISTS.has(keyword)) return (value as unknown[]).map(one)
    if (MAPS.has(keyword)) return mapValues(value as Schema, one)
    return value
  }
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, within(keyword, value)]))
}

const mapValues = (map: Schema, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]))

export const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
