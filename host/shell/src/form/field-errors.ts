import type { Problem } from '@atrium/sdk/documents'
import type { FieldSet } from './field-set.ts'
import { itemSet } from './field-set.ts'
import type { FieldStates } from './field-states.ts'

/** What is wrong, by field; of what is inside of a list by its place in it: `lines.0.title`, `lines.0` for all of that object. */
export type FieldErrors = Readonly<Record<string, string>>

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

/** What the host found wrong: at fields one can see, and what belongs to none of them. */
interface ServerErrors {
  fields: FieldErrors
  rest: string[]
}

interface Shown {
  definition: FieldSet
  states: FieldStates
}

/** Puts the findings of a 422 where they belong: `/lines/0/title`, which is also called `lines.0.title`, at that very input. */
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

/** How deep there is something to show it at: an input inside of a list, else that object, else the field. */
function shownPlace(set: FieldSet, [name = '', index, ...inside]: readonly string[]): string {
  const items = itemSet(set, name)
  if (items === undefined || index === undefined) return name
  const [field = ''] = inside
  return [name, index, ...(field in items.fields ? [shownPlace(items, inside)] : [])].join('.')
}

/** The parts of a JSON pointer (RFC 6901), also of one written as a fragment of a URI. */
export function pointerParts(pointer: string): string[] {
  const parts = pointer.replace(/^#/, '').split('/').slice(1)
  return parts.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** What lies at these parts of a value; undefined for nothing. */
export function valueAt(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>(
    (inside, part) =>
      typeof inside === 'object' && inside !== null ? (inside as Record<string, unknown>)[part] : undefined,
    value,
  )
}
