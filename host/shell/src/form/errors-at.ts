import type { FieldErrors } from './validate-form.ts'

/** The errors without those at a place, in it, and around it: what was wrong there may be right now. */
export function withoutErrorsAt(errors: FieldErrors, place: string): FieldErrors {
  const isNear = (other: string) => `${other}.`.startsWith(`${place}.`) || `${place}.`.startsWith(`${other}.`)
  return Object.fromEntries(Object.entries(errors).filter(([other]) => !isNear(other)))
}

/** The errors inside of a place, by what they are called there. */
export function errorsIn(errors: FieldErrors, place: string): FieldErrors {
  const inside = Object.entries(errors).filter(([other]) => other.startsWith(`${place}.`))
  return Object.fromEntries(inside.map(([other, message]) => [other.slice(place.length + 1), message]))
}
