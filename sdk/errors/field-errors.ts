import type { ProblemDetail } from '../documents/problem.ts'
import { name_of_step } from './json-pointer.ts'

/** The first message of each field: `/lines/0/price` → `lines.0.price`, as react-admin names fields. */
export function field_errors(details: readonly ProblemDetail[]): Record<string, string> {
  const first = new Map<string, string>()
  for (const { pointer, message } of details) {
    const field = fieldOf(pointer)
    if (!first.has(field)) first.set(field, message)
  }
  // A Map, because a field may have any name: as a member of an object, `constructor` has a value already.
  return Object.fromEntries(first)
}

/**
 * The messages of fields in one line: `[name]: Required; [price]: At least 0.`
 * @param whole what to call the value itself, which has no field
 */
export function errors_in_line(errors: Readonly<Record<string, string>>, whole = 'body'): string {
  const told = Object.entries(errors).map(([field, message]) => `[${field || whole}]: ${message.replace(/\.$/, '')}`)
  const line = `${told.slice(0, 5).join('; ')}${told.length > 5 ? '; and more' : ''}`
  return /[?!]$/.test(line) ? line : `${line}.`
}

const fieldOf = (pointer: string) => pointer.slice(1).split('/').map(name_of_step).join('.')
