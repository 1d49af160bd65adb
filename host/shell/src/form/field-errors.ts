import type { Problem } from '@atrium/sdk/documents'
import type { FieldSet } from './field-set.ts'
import { itemSet } from './field-set.ts'
import type { FieldStates } from './field-states.ts'

/** Error messages by field. Inside a list the key is a place: `lines.0.title` for a field, `lines.0` for the whole object. */
export type FieldErrors = Readonly<Record<string, string>>

/** Drops the errors at an edited place, inside it and around it, because they may no longer apply. */
export function withoutErrorsAt(errors: FieldErrors, place: string): FieldErrors {
  const isNear = (other: string) => `${other}.`.startsWith(`${place}.`) || `${place}.`.startsWith(`${other}.`)
  return Object.fromEntries(Object.entries(errors).filter(([other]) => !isNear(other)))
}

/** The errors inside a place, with keys relative to it. */
export function errorsIn(errors: FieldErrors, place: string): FieldErrors {
  const inside = Object.entries(errors).filter(([other]) => other.startsWith(`${place}.`))
  return Object.fromEntries(inside.map(([other, message]) => [other.slice(place.length + 1), message]))
}

/** The findings of the host: errors of visible fields, and messages that belong to none of them. */
interface ServerErrors {
  fields: FieldErrors
  rest: string[]
}

/** The findings of the host about the body of a request for many records, as findings about what each of them gets. */
export function aboutChanges(problem: Problem): Problem {
  const { errors = {}, details = [] } = problem
  return {
    ...problem,
    errors: Object.fromEntries(
      Object.entries(errors).map(([place, text]) => [place.replace(/^(?:body|changes|add|remove)\./, ''), text]),
    ),
    details: details.map((each) => ({
      ...each,
      pointer: each.pointer.replace(/^(#?)\/(?:body|changes|add|remove)\//, '$1/'),
    })),
  }
}

interface Shown {
  definition: FieldSet
  states: FieldStates
}

/** Assigns the findings of a 422 to fields. A finding comes as pointer (`/lines/0/title`) or as place (`lines.0.title`). */
export function serverErrors({ errors, details, detail }: Problem, { definition, states }: Shown): ServerErrors {
  const findings = new Map<string, string>()
  for (const { pointer, message } of details ?? []) findings.set(pointerParts(pointer).join('.'), message)
  for (const [place, message] of Object.entries(errors ?? {})) findings.set(place, message)

  const all = [...findings].map(([place, message]) => ({ place: place.split('.'), message }))
  const isShown = ({ place: [name = ''] }: (typeof all)[number]) => states[name]?.isVisible === true
  const fields = all.filter(isShown).map(({ place, message }) => [shownPlace(definition, place), message] as const)
  const rest = all
    .filter((finding) => !isShown(finding))
    .map(({ place, message }) => (place[0] === '' ? message : `${place.join('.')}: ${message}`))
  return { fields: Object.fromEntries(fields), rest: all.length === 0 ? [detail] : rest }
}

/** The deepest place that can show an error: an input inside a list, or else that object of the list, or else the field. */
function shownPlace(set: FieldSet, [name = '', index, ...inside]: readonly string[]): string {
  const items = itemSet(set, name)
  if (items === undefined || index === undefined) return name
  const [field = ''] = inside
  return [name, index, ...(field in items.fields ? [shownPlace(items, inside)] : [])].join('.')
}

/** Splits a JSON pointer (RFC 6901), with or without the `#` of a URI fragment. */
export function pointerParts(pointer: string): string[] {
  const parts = pointer.replace(/^#/, '').split('/').slice(1)
  return parts.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Reads the value at these parts of a JSON pointer; undefined if it does not exist. */
export function valueAt(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>(
    (inside, part) =>
      typeof inside === 'object' && inside !== null ? (inside as Record<string, unknown>)[part] : undefined,
    value,
  )
}
