import type { Problem } from '@atrium/sdk/documents'
import type { FieldScope } from './field-scope.ts'
import type { FieldErrors } from './validate-form.ts'
import { itemSet } from './item-set.ts'
import type { FieldSet } from './item-set.ts'
import { pointerParts } from './json-pointer.ts'

/** What the host found wrong: at fields one can see, and what belongs to none of them. */
export interface ServerErrors {
  fields: FieldErrors
  rest: string[]
}

type Shown = Pick<FieldScope, 'definition' | 'states'>

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
