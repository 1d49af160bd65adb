import { nearest_name } from '@atrium/sdk'
import type { JsonSchema, ProblemDetail } from '@atrium/sdk/documents'
import { field_errors, pointer_to } from '@atrium/sdk/host'
import type { ErrorObject } from 'ajv/dist/2020.js'

type Params = Readonly<Record<string, unknown>>

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address such as name@example.com',
  uri: 'Enter a web address such as https://example.com',
  date: 'Enter a date such as 2026-11-20',
  'date-time': 'Enter a date and a time such as 2026-11-20T08:00:00Z',
  uuid: 'Enter a UUID',
}

const TYPES: Readonly<Record<string, string>> = {
  integer: 'Enter a whole number',
  number: 'Enter a number',
  string: 'Enter text',
  boolean: 'Choose true or false',
  array: 'Enter a list',
  object: 'Enter an object',
  null: 'Leave this empty',
}

/** The message for a violated keyword, in the words of the shell's own validation. */
function describeViolation({ keyword, params, parentSchema }: ErrorObject): string {
  return MESSAGES[keyword]?.(params as Params, parentSchema ?? {}) ?? 'This value is not valid'
}

const MESSAGES: Readonly<Record<string, (params: Params, schema: Params) => string>> = {
  required: () => 'Required',
  dependentRequired: () => 'Required',
  type: ({ type }) => typeMessage(type),
  format: ({ format }) => FORMATS[String(format)] ?? 'This does not have the expected format',
  pattern: (_, { description }) => unexpectedFormat(description),
  minProperties: ({ limit }) => `Fill in at least ${limit === 1 ? 'one field' : `${String(limit)} fields`}`,
  storable: () => 'Contains a character that cannot be stored',
  minLength: ({ limit }) => (limit === 1 ? 'Required' : `At least ${counted(limit, 'character')}`),
  maxLength: ({ limit }) => `At most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => `At least ${counted(limit, 'entry', 'entries')}`,
  maxItems: ({ limit }) => `At most ${counted(limit, 'entry', 'entries')}`,
  uniqueItems: () => 'Each value may appear only once',
  minimum: ({ limit }) => `At least ${String(limit)}`,
  maximum: ({ limit }) => `At most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `More than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `Less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `A multiple of ${String(multipleOf)}`,
  enum: ({ allowedValues }) => choiceOf(allowedValues),
  const: ({ allowedValue }) => `Must be ${String(allowedValue)}`,
  additionalProperties: ({ additionalProperty }, schema) => unknownMember(String(additionalProperty), schema),
  unevaluatedProperties: ({ unevaluatedProperty }, schema) => unknownMember(String(unevaluatedProperty), schema),
}

/** Nobody but the description of a field says in words what its pattern expects: `For example 09:00`. */
function unexpectedFormat(description: unknown): string {
  const message = 'This does not have the expected format'
  return typeof description === 'string' ? `${message}. ${description}` : message
}

function choiceOf(values: unknown): string {
  const listed = listOf(values)
  return listed.includes(', ') ? `Choose one of ${listed}` : `Must be ${listed}`
}

const unknownMember = (name: string, { properties }: Params) => unknownField(name, Object.keys(properties ?? {}))

/** The message about an unknown field. */
export function unknownField(name: string, known: readonly string[]): string {
  const nearest = nearest_name(name, known)
  return nearest === undefined ? 'There is no such field' : `There is no such field; did you mean [${nearest}]?`
}

function typeMessage(type: unknown): string {
  const types = (Array.isArray(type) ? type : String(type).split(',')) as string[]
  return TYPES[types.find((each) => each !== 'null') ?? 'null'] ?? 'This value has the wrong type'
}

const counted = (limit: unknown, one: string, many = `${one}s`) => `${String(limit)} ${limit === 1 ? one : many}`

const listOf = (values: unknown) =>
  (values as unknown[])
    .filter((value) => value !== null)
    .map(String)
    .join(', ')

/** Keywords whose violation only repeats one that is reported elsewhere. */
const COMBINING = new Set(['if', 'anyOf', 'oneOf', 'allOf', 'not'])

/** The most violations that are reported. A body can have as many as it has members. */
const MOST = 100

/** The faults of a value: every violation, and for forms the first message of each field. */
export interface Violations {
  readonly errors: Record<string, string>
  readonly details: ProblemDetail[]
}

/**
 * Turns the errors of the validator into messages.
 * @param body the schema of the body, if it is one: it says which members may be left out
 */
export function violationsOf(found: readonly ErrorObject[], body?: JsonSchema): Violations {
  const telling = found.filter(({ keyword }) => !COMBINING.has(keyword))
  const details = (telling.length > 0 ? telling : found).slice(0, MOST).map((error) => detailOf(error, body))
  return { errors: field_errors(details), details }
}

function detailOf(error: ErrorObject, body: JsonSchema | undefined): ProblemDetail {
  const isNull = error.data === null && body !== undefined && mayBeLeftOut(error.instancePath, body)
  return {
    pointer: `${error.instancePath}${memberOf(error)}`,
    keyword: error.keyword,
    message: isNull ? 'Leave this out instead of null; only PATCH removes a value with null' : describeViolation(error),
  }
}

/** Whether the pointer is that of a member which the body need not have. */
function mayBeLeftOut(pointer: string, { properties = {}, required = [] }: JsonSchema): boolean {
  const name = pointer.slice(1)
  return name in (properties as object) && !(required as readonly string[]).includes(name)
}

/** The validator reports a missing or unknown member at its object. The message belongs to the member. */
function memberOf({ params }: ErrorObject): string {
  const { missingProperty, additionalProperty, unevaluatedProperty } = params as Record<string, string | undefined>
  const name = missingProperty ?? additionalProperty ?? unevaluatedProperty
  return name === undefined ? '' : pointer_to(name)
}

/**
 * Finds text that not every database can store, in values and in names of members; undefined if there is none. PostgreSQL rejects a
 * NUL, one driver of SQLite treats it as the end of the text, and half of a surrogate pair would come back as another character.
 * The search is not recursive, because JSON may be nested deeper than the stack.
 */
export function unstorableText(value: unknown): readonly ErrorObject[] | undefined {
  const found: ErrorObject[] = []
  const waiting: [value: unknown, pointer: string][] = [[value, '']]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [each, pointer] = next
    if (typeof each === 'string' && !isStorable(each)) found.push(violationAt(pointer))
    if (typeof each !== 'object' || each === null) continue
    for (const [name, member] of Object.entries(each)) {
      const inner = `${pointer}${pointer_to(name)}`
      if (isStorable(name)) waiting.push([member, inner])
      else found.push(violationAt(inner))
    }
  }
  return found.length === 0 ? undefined : found
}

/** Deeper than any realistic input, and far below the depth at which validators and JSON.stringify overflow the stack. */
export const DEEPEST = 100

/** Whether lists and objects are nested more than `DEEPEST` levels deep. */
export function isTooDeep(value: unknown, left = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((member) => isTooDeep(member, left - 1))
}

/** With the flag `u` a pair is one character, so only an unpaired half matches. */
const isStorable = (text: string) => !/[\0\p{Surrogate}]/u.test(text)

const violationAt = (instancePath: string): ErrorObject => ({
  instancePath,
  keyword: 'storable',
  schemaPath: '#/storable',
  params: {},
})
