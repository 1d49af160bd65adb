import type { Field } from '@atrium/sdk/documents'
import type { OutputUnit } from '@cfworker/json-schema'
import { Validator } from '@cfworker/json-schema'
import { msg, t, tn, type Message } from '../language/t.ts'
import { asText, formatBytes } from '../values/as-text.ts'
import { formatMoney } from '../values/money.ts'
import { dayProblem } from '../values/typed-day.ts'
import { jsonProblem } from '../values/typed-json.ts'
import type { FieldErrors } from './field-errors.ts'
import { pointerParts, valueAt } from './field-errors.ts'
import type { FieldSet } from './field-set.ts'
import { itemSet, itemsOf } from './field-set.ts'
import type { FieldStates } from './field-states.ts'
import { fieldStates } from './field-states.ts'
import type { FormValues } from './form-values.ts'
import { isEmpty } from './form-values.ts'
import { pairsProblem } from './pairs.ts'
import { sentValue } from './submission.ts'

type Errors = Record<string, string>

/** The key of errors of an object as a whole, among those of its fields. */
const WHOLE = ''

/** Keywords whose error only repeats one below them. */
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

/** Validates the visible and enabled fields against the schema that the host uses. */
export function validateForm(set: FieldSet, values: FormValues, states: FieldStates): FieldErrors {
  const { [WHOLE]: _, ...errors } = checkFields(set, values, states)
  return errors
}

function checkFields(set: FieldSet, values: FormValues, states: FieldStates): Errors {
  const open = Object.keys(set.fields).filter((name) => states[name]?.isVisible && !states[name].isDisabled)
  const errors = schemaErrors(set, values, open)
  for (const name of open) {
    Object.assign(errors, itemErrors(set, name, values[name]))
    const problem = problemOf(set, name, values)
    if (problem !== undefined) errors[name] = problem
    if (states[name]?.isRequired && isEmpty(sentValue(set, name, values[name])))
      errors[name] = t('{label} is required', { label: set.fields[name]?.label ?? name })
  }
  return errors
}

/** What the schema cannot say about a value. */
function problemOf({ fields }: FieldSet, name: string, values: FormValues): string | undefined {
  const [field, value] = [fields[name], values[name]]
  if (field?.kind === 'date') return dayProblem(value) ?? orderProblem(fields, field.not_before, { values, value })
  if (field?.kind === 'key_value') return pairsProblem(value)
  return field?.kind === 'json' ? jsonProblem(value) : fileProblem(field, value)
}

/** Days are texts whose order is that of the calendar. */
function orderProblem(
  fields: FieldSet['fields'],
  first: string | undefined,
  { values, value }: { values: FormValues; value: unknown },
): string | undefined {
  const begin = first === undefined ? undefined : values[first]
  if (first === undefined || typeof begin !== 'string' || typeof value !== 'string' || value >= begin) return undefined
  return t('This is before “{label}”', { label: fields[first]?.label ?? first })
}

/** The first finding of each field. Objects of lists are validated one by one in {@link itemErrors}. */
function schemaErrors(set: FieldSet, values: FormValues, open: readonly string[]): Errors {
  const given = open.map((name) => [name, withoutFile(sentValue(set, name, values[name]))] as const)
  const instance = Object.fromEntries(given.filter(([, value]) => !isEmpty(value)))
  const errors: Errors = {}
  for (const unit of new Validator(set.schema, '2020-12', false).validate(instance).errors) {
    if (FRAMES.has(unit.keyword)) continue
    const [name = WHOLE, ...inside] = pointerParts(unit.instanceLocation)
    if (name in errors || (inside.length > 0 && itemSet(set, name))) continue
    const message = messageOf(set, unit, instance)
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

/** For the schema a file is its name. */
const withoutFile = (value: unknown) => (value instanceof File ? value.name : value)

/** The message for one finding. In a list of texts it names the text; null if the finding has neither a message nor a field. */
function messageOf({ schema, fields }: FieldSet, unit: OutputUnit, instance: unknown): string | null {
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

/** One finding of the validator. */
interface Finding {
  keyword: string
  /** The value of the keyword in the schema. */
  limit: unknown
  /** The currency of an amount: its limits are shown as money. */
  currency?: string | undefined
}

const formats: Readonly<Record<string, Message>> = {
  email: msg('Enter an e-mail address such as name@example.com'),
  uri: msg('Enter a web address such as https://example.com'),
  date: msg('Enter a date'),
  'date-time': msg('Enter a date and a time'),
  uuid: msg('Enter a UUID'),
}

const WRONG_FORMAT = msg('This does not have the expected format')
const WRONG_TYPE = msg('This value has the wrong type')

const types: Readonly<Record<string, Message>> = {
  integer: msg('Enter a whole number'),
  number: msg('Enter a number'),
  string: msg('Enter text'),
}

/** The message for a finding; null for keywords without one. */
function messageFor({ keyword, limit, currency }: Finding): string | null {
  const amount = typeof limit === 'number' && currency !== undefined ? formatMoney(limit, currency) : String(limit)
  switch (keyword) {
    case 'minLength':
      return tn('At least {count} character', 'At least {count} characters', Number(limit))
    case 'maxLength':
      return tn('At most {count} character', 'At most {count} characters', Number(limit))
    case 'minimum':
      return t('At least {amount}', { amount })
    case 'maximum':
      return t('At most {amount}', { amount })
    case 'exclusiveMinimum':
      return t('More than {amount}', { amount })
    case 'exclusiveMaximum':
      return t('Less than {amount}', { amount })
    case 'multipleOf':
      return t('A multiple of {amount}', { amount })
    case 'minItems':
      return tn('At least {count} entry', 'At least {count} entries', Number(limit))
    case 'maxItems':
      return tn('At most {count} entry', 'At most {count} entries', Number(limit))
    case 'minProperties':
      return tn('Fill in at least one field', 'Fill in at least {count} fields', Number(limit))
    case 'uniqueItems':
      return t('Each value may appear only once')
    case 'pattern':
      return t(WRONG_FORMAT)
    case 'format':
      return t(formats[String(limit)] ?? WRONG_FORMAT)
    case 'type':
      return t(types[String(limit)] ?? WRONG_TYPE)
    case 'enum':
    case 'const':
    case 'anyOf':
    case 'oneOf':
      return t('Choose one of the options')
    default:
      return null
  }
}

/** The problem of a chosen file. Undefined for a fitting file, and for a value that is not a file. */
export function fileProblem(field: Field | undefined, value: unknown): string | undefined {
  if (field?.kind !== 'file' || !(value instanceof File)) return undefined
  const { size_limit, media_types } = field
  if (size_limit !== undefined && value.size > size_limit) {
    return t('This file has {size}. The limit is {limit}.', {
      size: formatBytes(value.size),
      limit: formatBytes(size_limit),
    })
  }
  if (media_types === undefined || media_types.some((type) => matches(value, type))) return undefined
  return t('Choose a file of one of these types: {types}', { types: media_types.join(', ') })
}

/** The rules of the `accept` attribute. Browsers do not know the type of every file, so a file without one passes. */
function matches({ name, type }: File, accepted: string): boolean {
  if (accepted.startsWith('.')) return name.toLowerCase().endsWith(accepted.toLowerCase())
  if (accepted.endsWith('/*')) return type === '' || type.startsWith(accepted.slice(0, -1))
  return type === '' || type === accepted
}
