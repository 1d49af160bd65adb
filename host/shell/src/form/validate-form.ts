import type { Field } from '@atrium/sdk/documents'
import type { OutputUnit } from '@cfworker/json-schema'
import { Validator } from '@cfworker/json-schema'
import { asText, formatBytes } from '../values/as-text.ts'
import { formatMoney } from '../values/money.ts'
import type { FieldErrors } from './field-errors.ts'
import { pointerParts, valueAt } from './field-errors.ts'
import type { FieldSet } from './field-set.ts'
import { itemSet, itemsOf } from './field-set.ts'
import type { FieldStates } from './field-states.ts'
import { fieldStates } from './field-states.ts'
import type { FormValues } from './form-values.ts'
import { isEmpty } from './form-values.ts'
import { saidValue } from './submission.ts'

/** One finding of a validator, as a person is to be told of it. */
interface Finding {
  keyword: string
  /** What the schema says under that keyword. */
  limit: unknown
  /** Where the field is an amount: limits are told in its currency. */
  currency?: string | undefined
}

const formats: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address, as name@example.com',
  uri: 'Enter a web address, as https://example.com',
  date: 'Enter a date',
  'date-time': 'Enter a date and a time',
  uuid: 'Enter a UUID',
}

const types: Readonly<Record<string, string>> = {
  integer: 'Enter a whole number',
  number: 'Enter a number',
  string: 'Enter a text',
}

/** Says in plain words what is wrong with a value; null for keywords that have no plain word. */
function messageFor({ keyword, limit, currency }: Finding): string | null {
  const amount = typeof limit === 'number' && currency !== undefined ? formatMoney(limit, currency) : String(limit)
  switch (keyword) {
    case 'minLength':
      return `At least ${amount} ${limit === 1 ? 'character' : 'characters'}`
    case 'maxLength':
      return `At most ${amount} characters`
    case 'minimum':
      return `At least ${amount}`
    case 'maximum':
      return `At most ${amount}`
    case 'exclusiveMinimum':
      return `More than ${amount}`
    case 'exclusiveMaximum':
      return `Less than ${amount}`
    case 'multipleOf':
      return `A multiple of ${amount}`
    case 'minItems':
      return `At least ${String(limit)}`
    case 'maxItems':
      return `At most ${String(limit)}`
    case 'minProperties':
      return limit === 1 ? 'Fill in at least one field' : `Fill in at least ${String(limit)} fields`
    case 'uniqueItems':
      return 'One of them is there twice'
    case 'pattern':
      return 'This does not have the expected form'
    case 'format':
      return formats[String(limit)] ?? 'This does not have the expected form'
    case 'type':
      return types[String(limit)] ?? 'This value does not fit here'
    case 'enum':
    case 'const':
    case 'anyOf':
    case 'oneOf':
      return 'Choose one of the options'
    default:
      return null
  }
}

type Errors = Record<string, string>

/** Where what is wrong with an object as a whole stands among the errors of its fields. */
const WHOLE = ''

/** Keywords that only say that something below them is wrong. */
const FRAMES = new Set([
  'properties',
  'items',
  'allOf',
  'if',
  'then',
  'else',
  '$ref',
  '$dynamicRef',
  'dependentSchemas',
])

/** Checks a form against the very schema the host will use, as far as it is about fields that can be filled in now. */
export function validateForm(set: FieldSet, values: FormValues, states: FieldStates): FieldErrors {
  const { [WHOLE]: _, ...errors } = checkFields(set, values, states)
  return errors
}

function checkFields(set: FieldSet, values: FormValues, states: FieldStates): Errors {
  const open = Object.keys(set.fields).filter((name) => states[name]?.isVisible && !states[name].isDisabled)
  const errors = schemaErrors(set, values, open)
  for (const name of open) {
    Object.assign(errors, itemErrors(set, name, values[name]))
    const problem = fileProblem(set.fields[name], values[name])
    if (problem !== undefined) errors[name] = problem
    if (states[name]?.isRequired && isEmpty(values[name]))
      errors[name] = `${set.fields[name]?.label ?? name} is required`
  }
  return errors
}

/** What the schema says, the first of each field; of what is inside of lists their objects are asked, one by one. */
function schemaErrors(set: FieldSet, values: FormValues, open: readonly string[]): Errors {
  const given = open.filter((name) => !isEmpty(values[name]))
  const instance = Object.fromEntries(given.map((name) => [name, withoutFile(saidValue(set, name, values[name]))]))
  const errors: Errors = {}
  for (const unit of new Validator(set.schema, '2020-12', false).validate(instance).errors) {
    if (FRAMES.has(unit.keyword)) continue
    const [name = WHOLE, ...inside] = pointerParts(unit.instanceLocation)
    if (name in errors || (inside.length > 0 && itemSet(set, name))) continue
    const message = tell(set, unit, instance)
    if (message !== null && (name === WHOLE || open.includes(name))) errors[name] = message
  }
  return errors
}

function itemErrors(set: FieldSet, name: string, value: unknown): Errors {
  const inside = itemSet(set, name)
  if (inside === undefined) return {}
  const found = itemsOf(value).flatMap((item, index) => {
    const errors = checkFields(inside, item, fieldStates(inside, { values: item, record: null }))
    return Object.entries(errors).map(([field, message]): [string, string] => [
      [name, index, ...(field === WHOLE ? [] : [field])].join('.'),
      message,
    ])
  })
  return Object.fromEntries(found)
}

/** What a schema knows of a file: that there is one. */
const withoutFile = (value: unknown) => (value instanceof File ? value.name : value)

/** What is wrong, of several texts also with which; null where it has no plain word and belongs to no field. */
function tell({ schema, fields }: FieldSet, unit: OutputUnit, instance: unknown): string | null {
  const { keyword, keywordLocation, instanceLocation, error } = unit
  const place = pointerParts(instanceLocation)
  const [name = WHOLE, ...inside] = place
  const field = fields[name]
  const currency = field?.kind === 'money' ? field.currency : undefined
  const plain = messageFor({ keyword, limit: valueAt(schema, pointerParts(keywordLocation)), currency })
  if (name === WHOLE) return plain
  const message = plain ?? error
  return inside.length === 0 ? message : `${asText(valueAt(instance, place))}: ${message}`
}

/** What is wrong with a file before it is sent; undefined where nothing is, and for what is no file. */
export function fileProblem(field: Field | undefined, value: unknown): string | undefined {
  if (field?.kind !== 'file' || !(value instanceof File)) return undefined
  const { size_limit, media_types } = field
  if (size_limit !== undefined && value.size > size_limit) {
    return `At most ${formatBytes(size_limit)}: this file has ${formatBytes(value.size)}`
  }
  if (media_types === undefined || media_types.some((type) => suits(value, type))) return undefined
  return `Choose a file of another kind: ${media_types.join(', ')}`
}

/** As `accept` of an input has it. A browser does not know every kind of file: what it has no name for may be sent. */
function suits({ name, type }: File, accepted: string): boolean {
  if (accepted.startsWith('.')) return name.toLowerCase().endsWith(accepted.toLowerCase())
  if (accepted.endsWith('/*')) return type === '' || type.startsWith(accepted.slice(0, -1))
  return type === '' || type === accepted
}
