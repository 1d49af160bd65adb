import type { JsonSchema } from '@atrium/sdk/documents'

/** What a schema says of a value, as far as an example needs it. */
interface Rules extends JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Rules>>
  readonly required?: readonly string[]
  readonly items?: Rules
  readonly [bound: string]: unknown
}

/**
 * An example of a body: the members that it needs, or one of them if it needs none. Undefined if the schema has rules by which a value cannot
 * simply be made up, such as a pattern, because a wrong example is worse than none.
 */
export const exampleOf = (schema: JsonSchema): unknown => made(schema)

/** Rules that combine schemas. */
const COMBINING = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'patternProperties']

function made(schema: Rules): unknown {
  const { default: standard, const: only, enum: values, examples } = schema
  const given = [standard, only, ...list(values), ...list(examples)].find(
    (value) => value !== undefined && value !== null,
  )
  if (given !== undefined) return given
  if (COMBINING.some((keyword) => keyword in schema)) return undefined
  const type = [schema.type].flat().find((each) => each !== 'null')
  return MAKE[String(type)]?.(schema)
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const MAKE: Readonly<Record<string, (schema: Rules) => unknown>> = {
  boolean: () => true,
  integer: numberOf,
  number: numberOf,
  string: textOf,
  array: listOf,
  object: objectOf,
}

function numberOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf }: Rules): number | undefined {
  if (multipleOf !== undefined || exclusiveMaximum !== undefined) return undefined
  const least = exclusiveMinimum === undefined ? Number(minimum ?? 1) : Number(exclusiveMinimum) + 1
  return Math.min(Math.max(least, 1), Number(maximum ?? Infinity))
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'name@example.com',
  uri: 'https://example.com',
  date: '2026-11-20',
  'date-time': '2026-11-20T08:00:00Z',
  uuid: '7b0c2f2e-8f3a-4c53-9d2b-3a5f0d1c9e64',
}

function textOf({ format, pattern, minLength, maxLength }: Rules): string | undefined {
  if (pattern !== undefined) return undefined
  if (format !== undefined) return FORMATS[format as string]
  return 'Example'.padEnd(Number(minLength ?? 0), '.').slice(0, Number(maxLength ?? Infinity))
}

function listOf({ items, minItems, maxItems }: Rules): readonly unknown[] | undefined {
  if (maxItems === 0 || Number(minItems ?? 0) > 1 || items === undefined) return undefined
  const one = made(items)
  if (one !== undefined) return [one]
  return minItems === undefined ? [] : undefined
}

function objectOf({ properties = {}, required = [], minProperties }: Rules): object | undefined {
  if (Number(minProperties ?? 0) > 1) return undefined
  const writable = Object.entries(properties).filter(([, { readOnly }]) => readOnly !== true)
  const needed = writable.filter(([name]) => required.includes(name))
  const members = needed.map(([name, schema]) => [name, made(schema)] as const)
  if (members.some(([, value]) => value === undefined) || members.length < required.length) return undefined
  if (members.length > 0) return Object.fromEntries(members)
  const any = writable.map(([name, schema]) => [name, made(schema)] as const).find(([, value]) => value !== undefined)
  return any && Object.fromEntries([any])
}
