import type { FormDefinition } from '@atrium/sdk/documents'
import type { FieldSet } from './field-set.ts'
import { fieldSchema, takesEmptyText, takesNull, itemSet, itemsOf } from './field-set.ts'
import type { FieldStates } from './field-states.ts'
import { fieldStates } from './field-states.ts'
import type { FormValues } from './form-values.ts'
import { isEmpty, isSame } from './form-values.ts'

interface SubmissionParts {
  values: FormValues
  states: FieldStates
  /** What the form began with. */
  initial: FormValues
  /** Whether to say only what has changed, whatever the method. */
  changesOnly?: boolean
}

/**
 * What is sent. Hidden and disabled fields never are. A PATCH of a record says only what has changed, with `null` for what was emptied
 * (RFC 7396); a PUT says all it can; a POST, and an action whatever its method, leaves out what is empty.
 */
export function submission(
  definition: FormDefinition,
  { values, states, initial, changesOnly = saysChanges(definition) }: SubmissionParts,
): Record<string, unknown> {
  const names = Object.keys(definition.fields).filter((name) => states[name]?.isVisible && !states[name].isDisabled)
  const said = changesOnly ? names.filter((name) => !isSame(values[name], initial[name])) : names
  const nothing = (name: string) => (changesOnly ? null : emptied(definition, name))
  const pairs = said.map((name): [string, unknown] => [
    name,
    isEmpty(values[name]) ? nothing(name) : saidValue(definition, name, values[name]),
  ])
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

const saysChanges = ({ operation, submit }: FormDefinition) => operation === 'edit' && submit.method === 'PATCH'

/** How to say that a field has no value any more; `undefined` leaves it out, as what is only written: it was never shown. */
function emptied(definition: FormDefinition, name: string): null | '' | undefined {
  const { operation, submit } = definition
  const schema = fieldSchema(definition, name)
  if (submit.method === 'POST' || operation === 'action' || schema.writeOnly === true) return undefined
  if (takesNull(schema)) return null
  return takesEmptyText(schema) ? '' : undefined
}

/** A value as it is sent: objects of a list without what is hidden or empty in them. What a form does not show of them stays. */
export function saidValue(set: FieldSet, name: string, value: unknown): unknown {
  const inside = itemSet(set, name)
  return inside === undefined || isEmpty(value) ? value : itemsOf(value).map((item) => saidItem(inside, item))
}

function saidItem(set: FieldSet, item: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const states = fieldStates(set, { values: item, record: null })
  const isSaid = (name: string) => !(name in set.fields) || (states[name]?.isVisible && !isEmpty(item[name]))
  const said = Object.entries(item).filter(([name]) => isSaid(name))
  return Object.fromEntries(said.map(([name, value]) => [name, saidValue(set, name, value)]))
}

/**
 * What a form sends, as `multipart/form-data` (RFC 7578): a text as it is, what is neither text nor file as JSON, files last, so that
 * who reads the form knows what they are before they come.
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
 * Names attempts to submit: the same content gets the same key until it has arrived, so that a double click or a second try
 * after a lost answer creates one record and not two.
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

  /** After the content has arrived: the same again is meant to be another. */
  forget(): void {
    this.#content = null
  }
}

/** `crypto.randomUUID` is missing where the page does not come over https, as in a local network. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
