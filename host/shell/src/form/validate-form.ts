import { Validator } from '@cfworker/json-schema'
import type { OutputUnit } from '@cfworker/json-schema'
import { asText } from '../values/as-text.ts'
import { fieldStates } from './field-states.ts'
import type { FieldStates } from './field-states.ts'
import { fileProblem } from './file-problem.ts'
import { isEmpty } from './form-values.ts'
import type { FormValues } from './form-values.ts'
import { itemSet, itemsOf } from './item-set.ts'
import type { FieldSet } from './item-set.ts'
import { pointerParts, valueAt } from './json-pointer.ts'
import { messageFor } from './message-for.ts'
import { saidValue } from './said-value.ts'

/** What is wrong, by field; of what is inside of a list by its place in it: `lines.0.title`, `lines.0` for all of that object. */
export type FieldErrors = Readonly<Record<string, string>>

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
