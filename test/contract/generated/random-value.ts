import type { Random } from '@atrium/sdk'
import type { Description, Schema } from './description.ts'

/** What values are made with. */
export interface Making {
  readonly random: Random
  readonly description: Description
  /** An id of a record that was seen, for a member of this name: `client_id`. Undefined if none was seen. */
  readonly knownId: (name: string) => unknown
  /** How likely each part is replaced by a hostile value, from 0 to 1. */
  readonly hostility: number
}

/** Makes a value of a schema, mostly a valid one. */
export function randomValue(schema: Schema, making: Making, name = ''): unknown {
  const { random } = making
  if (random.chance(making.hostility)) return random.pick(HOSTILE)()
  const { $ref, const: constant, enum: choices, anyOf, oneOf, allOf } = schema
  if ($ref !== undefined) return randomValue(resolve($ref, making.description), making, name)
  if (constant !== undefined) return constant
  if (choices !== undefined) return random.pick(choices)
  const known = /(^|_)ids?$/.test(name) && random.chance(0.8) ? making.knownId(name) : undefined
  if (known !== undefined && schema.type !== 'array') return known
  const options = anyOf ?? (oneOf as readonly Schema[] | undefined)
  if (options !== undefined) return randomValue(random.pick(options), making, name)
  if (allOf !== undefined && schema.properties === undefined) return randomValue(random.pick(allOf), making, name)
  return typedValue(schema, making, name)
}

function resolve(reference: string, { components }: Description): Schema {
  return components.schemas[reference.slice(reference.lastIndexOf('/') + 1)] ?? {}
}

function typedValue(schema: Schema, making: Making, name: string): unknown {
  const { random } = making
  const type = typeof schema.type === 'string' ? schema.type : random.pick(schema.type ?? ['string', 'integer'])
  switch (type) {
    case 'object':
      return randomObject(schema, making)
    case 'array': {
      const { minItems = 0, maxItems = 3 } = schema as { minItems?: number; maxItems?: number }
      const length = random.integer(minItems, Math.max(minItems, Math.min(maxItems, 3)))
      return Array.from({ length }, () => randomValue(schema.items ?? {}, making, name))
    }
    case 'string':
      return randomText(schema, random)
    case 'integer':
      return randomInteger(schema, random)
    case 'number':
      return Math.round(randomInteger(schema, random) * 0.9 * 100) / 100
    case 'boolean':
      return random.chance(0.5)
    default:
      return null
  }
}

function randomObject({ properties = {}, required = [] }: Schema, making: Making): object {
  const { random } = making
  const members = Object.entries(properties).filter(
    ([name, { readOnly }]) => readOnly !== true && (required.includes(name) || random.chance(0.4)),
  )
  const kept = members.filter(() => !random.chance(making.hostility / 2))
  const extra = random.chance(making.hostility / 2) ? [['surprise', random.pick(HOSTILE)()]] : []
  const made = kept.map(([name, schema]) => [name, randomValue(schema, making, name)])
  return Object.fromEntries([...made, ...extra]) as object
}

function randomInteger(schema: Schema, random: Random): number {
  const { minimum = -10, maximum = 1_000 } = schema as { minimum?: number; maximum?: number }
  if (random.chance(0.05)) return random.pick([minimum, maximum])
  return random.integer(minimum, Math.min(maximum, minimum + 1_000))
}

function randomText(schema: Schema, random: Random): string {
  const { format, pattern, minLength = 0, maxLength = 40 } = schema as Texts
  const make = format === undefined ? undefined : FORMATS[format]
  if (make !== undefined) return make(random)
  if (pattern !== undefined) {
    const fitting = SAMPLES.filter((sample) => new RegExp(pattern, 'u').test(sample))
    return fitting.length === 0 ? 'abc' : random.pick(fitting)
  }
  const length = random.chance(0.02)
    ? maxLength
    : random.integer(minLength, Math.max(minLength, Math.min(maxLength, 20)))
  return Array.from({ length }, () => random.pick(LETTERS)).join('')
}

interface Texts {
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
}

const LETTERS = [...'abcdefgh ABC 0123 äßé 日本 %_\'"\\-,;<>&?#=+']

const SAMPLES = ['09:00', '17:30', '24:00', 'en', 'de-AT', 'AT', '/items', 'name', 'some-name', 'abcdefgh12']

const day = (random: Random) =>
  new Date(Date.UTC(2026, 0, 1) + random.integer(0, 700) * 86_400_000).toISOString().slice(0, 10)

const FORMATS: Readonly<Record<string, (random: Random) => string>> = {
  date: (random) => (random.chance(0.02) ? '0000-02-30' : day(random)),
  'date-time': (random) =>
    `${day(random)}T${random.pick(['09:00', '10:30', '23:59', '02:30'])}:00${random.pick(['Z', '+02:00', '-11:00'])}`,
  email: (random) => `someone.${random.integer(1, 999)}@example.com`,
  uuid: () => '8b2d4a0e-6c3f-4d1a-9b7e-2f5c8e1d3a90',
  rrule: (random) =>
    random.pick([
      'FREQ=WEEKLY;COUNT=4',
      'FREQ=WEEKLY;BYDAY=MO,TU,WE',
      'FREQ=DAILY;UNTIL=20271231T000000Z',
      'FREQ=SECONDLY',
    ]),
}

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)])

/** Values that programs get wrong. */
const HOSTILE: readonly (() => unknown)[] = [
  ...[null, '', ' ', '\0', '\uD800', 'a'.repeat(5_000), "'; DROP TABLE users; --", '../../etc/passwd', '%', 'null'].map(
    (value) => () => value,
  ),
  ...[-1, 0, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, true, false].map((value) => () => value),
  () => [],
  () => ({}),
  () => nested(50),
  () => JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as unknown,
]
