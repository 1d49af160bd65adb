type Schema = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
}

/** A value that fits a schema: with the values of a record where members are called like its fields. */
export function sampleOf(schema: object, values: Readonly<Record<string, unknown>>): unknown {
  const { properties, anyOf, items, type, format, enum: choices, const: only } = schema as Schema
  if (only !== undefined) return only
  if (choices) return choices[0]
  if (anyOf) return sampleOf(anyOf[0] ?? {}, values)
  if (properties) {
    const members = Object.entries(properties).filter(([, each]) => each.readOnly !== true)
    return Object.fromEntries(
      members.flatMap(([name, each]) => {
        if (name in values) return [[name, values[name]]]
        return (schema as Schema).required?.includes(name) ? [[name, sampleOf(each, values)]] : []
      }),
    )
  }
  switch ([type].flat()[0]) {
    case 'object':
      return {}
    case 'array':
      return [sampleOf(items ?? {}, values)]
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return format === 'date' ? '2026-02-01' : format === 'date-time' ? '2026-02-01T09:00:00.000Z' : 'x'
  }
}
