import { nearest_name } from '@atrium/sdk'
import type { ErrorObject } from 'ajv/dist/2020.js'

type Params = Readonly<Record<string, unknown>>

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address, as name@example.com',
  uri: 'Enter a web address, as https://example.com',
  date: 'Enter a date, as 2026-11-20',
  'date-time': 'Enter a date and a time, as 2026-11-20T08:00:00Z',
  uuid: 'Enter a UUID',
}

const TYPES: Readonly<Record<string, string>> = {
  integer: 'Enter a whole number',
  number: 'Enter a number',
  string: 'Enter a text',
  boolean: 'Choose true or false',
  array: 'Give a list',
  object: 'Give an object',
  null: 'Leave this empty',
}

/** What a person is told of a violated keyword, in the words of the shell's own validation. */
export function describeViolation({ keyword, params, parentSchema }: ErrorObject): string {
  return MESSAGES[keyword]?.(params as Params, parentSchema ?? {}) ?? 'This value does not fit here'
}

const MESSAGES: Readonly<Record<string, (params: Params, schema: Params) => string>> = {
  required: () => 'Required',
  dependentRequired: () => 'Required',
  type: ({ type }) => typeMessage(type),
  format: ({ format }) => FORMATS[String(format)] ?? 'This does not have the expected form',
  pattern: () => 'This does not have the expected form',
  storable: () => 'Holds a character that cannot be kept',
  minLength: ({ limit }) => (limit === 1 ? 'Required' : `At least ${counted(limit, 'character')}`),
  maxLength: ({ limit }) => `At most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => `At least ${counted(limit, 'entry', 'entries')}`,
  maxItems: ({ limit }) => `At most ${counted(limit, 'entry', 'entries')}`,
  uniqueItems: () => 'Give no entry twice',
  minimum: ({ limit }) => `At least ${String(limit)}`,
  maximum: ({ limit }) => `At most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `More than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `Less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `A multiple of ${String(multipleOf)}`,
  enum: ({ allowedValues }) => `Choose one of ${listOf(allowedValues)}`,
  const: ({ allowedValue }) => `Has to be ${String(allowedValue)}`,
  additionalProperties: ({ additionalProperty }, schema) => unknownMember(String(additionalProperty), schema),
  unevaluatedProperties: ({ unevaluatedProperty }, schema) => unknownMember(String(unevaluatedProperty), schema),
}

function unknownMember(name: string, { properties }: Params): string {
  const nearest = nearest_name(name, Object.keys(properties ?? {}))
  return nearest === undefined ? 'There is no such field' : `There is no such field; did you mean [${nearest}]?`
}

function typeMessage(type: unknown): string {
  const types = (Array.isArray(type) ? type : String(type).split(',')) as string[]
  return TYPES[types.find((each) => each !== 'null') ?? 'null'] ?? 'This value does not fit here'
}

const counted = (limit: unknown, one: string, many = `${one}s`) => `${String(limit)} ${limit === 1 ? one : many}`

const listOf = (values: unknown) =>
  (values as unknown[])
    .filter((value) => value !== null)
    .map(String)
    .join(', ')
