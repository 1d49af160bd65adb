type Schema = Readonly<Record<string, unknown>>

/**
 * A schema in which unions of things that have a `kind` are told apart by it. A plain `anyOf` reports what every alternative has
 * against a value, of which all but one is no news.
 */
export function byKind(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(byKind)
  if (!isSchema(schema)) return schema
  const kinds = alternatives(schema)
  if (kinds.length < 2 || !kinds.every(hasKind)) return byMembers(schema)
  const { anyOf: _, ...rest } = schema
  return { ...byMembers(rest), type: 'object', discriminator: { propertyName: 'kind' }, oneOf: kinds.map(byMembers) }
}

const byMembers = (schema: Schema) =>
  Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, byKind(member)]))

/** The alternatives of a union, and of the unions among them. */
function alternatives(schema: Schema): Schema[] {
  const { anyOf } = schema
  return Array.isArray(anyOf) ? (anyOf as Schema[]).flatMap(alternatives) : [schema]
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

const hasKind = ({ properties }: Schema) =>
  (properties as { kind?: { const?: unknown } } | undefined)?.kind?.const !== undefined
