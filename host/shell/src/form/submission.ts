import type { FormDefinition } from '@atrium/sdk/documents'
import { randomKey } from '../api/random-key.ts'
import type { FieldSet } from './field-set.ts'
import { fieldSchema, isAlwaysRequired, takesEmptyText, takesNull, itemSet, itemsOf } from './field-set.ts'
import type { FieldStates } from './field-states.ts'
import { fieldStates } from './field-states.ts'
import type { FormValues } from './form-values.ts'
import { isEmpty, isSame } from './form-values.ts'
import { objectOf, unfinishedPairs } from './pairs.ts'

interface SubmissionParts {
  values: FormValues
  states: FieldStates
  /** The values that the form started with. */
  initial: FormValues
  /** Whether to send only the changed fields. Default: for the PATCH of a record. */
  changesOnly?: boolean
}

/**
 * The body of the request. Hidden and disabled fields are never sent. A PATCH of a record contains only the changed fields, with `null` for
 * those that were emptied (RFC 7396). A PUT contains all fields. A POST, and an action with any method, leaves out empty fields.
 */
export function submission(
  definition: FormDefinition,
  { values, states, initial, changesOnly = sendsChanges(definition) }: SubmissionParts,
): Record<string, unknown> {
  const names = Object.keys(definition.fields).filter((name) => states[name]?.isVisible && !states[name].isDisabled)
  const sent = changesOnly ? names.filter((name) => !isSame(values[name], initial[name])) : names
  const nothing = (name: string) => (changesOnly ? null : emptied(definition, name))
  const pairs = sent.map((name): [string, unknown] => {
    const value = sentValue(definition, name, values[name])
    return [name, isEmpty(value) ? nothing(name) : value]
  })
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

const sendsChanges = ({ operation, submit }: FormDefinition) => operation === 'edit' && submit.method === 'PATCH'

/** The value that empties a field; `undefined` leaves it out. A write-only field is left out: its value was never shown. */
function emptied(definition: FormDefinition, name: string): null | '' | undefined {
  const { operation, submit } = definition
  const schema = fieldSchema(definition, name)
  if (submit.method === 'POST' || operation === 'action' || schema.writeOnly === true) return undefined
  if (takesNull(schema)) return null
  return takesEmptyText(schema) ? '' : undefined
}

/**
 * A value as it is sent: objects of a list lose their hidden and empty fields, and keep members that the form does not show; rows of names
 * and texts lose those without a name.
 */
export function sentValue(set: FieldSet, name: string, value: unknown): unknown {
  const inside = itemSet(set, name)
  const rows = set.fields[name]?.kind === 'key_value' ? unfinishedPairs(value) : undefined
  if (rows) return isAlwaysRequired(set, name) ? objectOf(rows) : unlessEmpty(objectOf(rows))
  return inside === undefined || isEmpty(value) ? value : itemsOf(value).map((item) => sentItem(inside, item))
}

const unlessEmpty = (object: object) => (Object.keys(object).length > 0 ? object : undefined)

function sentItem(set: FieldSet, item: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const states = fieldStates(set, { values: item, record: null })
  const isSent = (name: string) => !(name in set.fields) || (states[name]?.isVisible && !isEmpty(item[name]))
  const sent = Object.entries(item).filter(([name]) => isSent(name))
  return Object.fromEntries(sent.map(([name, value]) => [name, sentValue(set, name, value)]))
}

/**
 * A body as `multipart/form-data` (RFC 7578): texts as they are, other values as JSON. Files come last, so that the host can check the
 * other values before it reads them.
 */
export function multipartBody(values: Readonly<Record<string, unknown>>): FormData {
  const body = new FormData()
  const entries = Object.entries(values)
  for (const [name, value] of entries)
    if (!(value instanceof File)) body.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  for (const [name, value] of entries) if (value instanceof File) body.append(name, value, value.name)
  return body
}

/**
 * Idempotency keys for attempts to submit. The same content gets the same key until the host has answered, so that a double click or a
 * retry after a lost answer creates one record and not two.
 */
export class IdempotencyKeys {
  #content: string | null = null
  #key = ''

  keyFor(content: string): string {
    if (content !== this.#content) {
      this.#content = content
      this.#key = randomKey()
    }
    return this.#key
  }

  /** Call it once the host has answered: the same content is then a new request. */
  forget(): void {
    this.#content = null
  }
}
