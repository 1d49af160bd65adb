import { nearest_name } from './nearest-name.ts'
import { shown_argument, suggest_name } from './require.ts'

const JSON_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']

const AS_DAY =
  "Write [Type.String({ format: 'date' })] for a day, or [Type.String({ format: 'date-time' })] for an instant."
const AS_INSTANT = "Write [Type.String({ format: 'date-time' })]."
const AS_MONEY = 'Write [money()] of the SDK: an integer in minor units, with the currency in the schema.'
const AS_TEXT = 'Write [Type.String()].'
const AS_NUMBER = 'Write [Type.Number()].'
const AS_NOTHING = 'Leave the schema out, or wrap the field in [Type.Optional(…)].'

/** Types that other tools have, in lower case, and what the SDK has instead. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['date', AS_DAY],
  ...['datetime', 'timestamp', 'instant'].map((name) => [name, AS_INSTANT] as const),
  ['time', "Write [Type.String({ format: 'time' })]."],
  ...['money', 'currency', 'decimal'].map((name) => [name, AS_MONEY] as const),
  ...['float', 'double', 'real'].map((name) => [name, AS_NUMBER] as const),
  ...['int', 'int32', 'int64', 'long'].map((name) => [name, 'Write [Type.Integer()].'] as const),
  ...['text', 'varchar', 'char'].map((name) => [name, AS_TEXT] as const),
  ...['uuid', 'guid'].map((name) => [name, "Write [Type.String({ format: 'uuid' })]."] as const),
  ['email', "Write [Type.String({ format: 'email' })]."],
  ['bool', 'Write [Type.Boolean()].'],
  ['bigint', 'Write [Type.Integer()], or [Type.String()] for numbers above 2^53.'],
  ...['json', 'map', 'dictionary'].map(
    (name) => [name, 'Write [Type.Record(Type.String(), Type.Unknown())].'] as const,
  ),
  ...['undefined', 'void'].map((name) => [name, AS_NOTHING] as const),
])

/** What to write instead of a member that `Type` does not have: `Date` of `Type.Date()`. Undefined if nothing is near. */
export function type_hint(name: string, known: Iterable<string>): string | undefined {
  const near = nearest_name(name, known)
  return INSTEAD.get(name.toLowerCase()) ?? (near === undefined ? undefined : `Did you mean [Type.${near}]?`)
}

/** What is wrong with the values that a schema allows: types that JSON does not have, and a choice of nothing. */
export function wrong_values(schema: Readonly<Record<string, unknown>>): { has: string; fix: string } | undefined {
  const types: unknown[] = [schema.type].flat()
  const type = types.find((each) => each !== undefined && !JSON_TYPES.includes(each as string))
  if (type !== undefined) {
    const name = typeof type === 'string' ? type : shown_argument(type)
    return {
      has: `has the type [${name}], which JSON does not have`,
      fix: INSTEAD.get(name.toLowerCase()) ?? suggest_name(name, JSON_TYPES),
    }
  }
  if (!('enum' in schema) || (Array.isArray(schema.enum) && schema.enum.length > 0)) return undefined
  return { has: 'is a choice without a list of values', fix: "Write it like [Type.Enum(['draft', 'active'])]." }
}
