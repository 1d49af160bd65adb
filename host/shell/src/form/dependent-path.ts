import { asText } from '../values/as-text.ts'
import type { FieldScope } from './form-scope.ts'
import { isEmpty, isSame } from './form-values.ts'

/** A path that contains the values of other fields of a form. */
export interface DependentPath {
  /** The path with the values filled in; null while one of them is missing. */
  path: string | null
  /** The label of the first field whose value is missing. */
  waitsFor: string | undefined
  /** Whether any of these fields differs from its initial value. */
  hasChanged: boolean
}

type Situation = Pick<FieldScope, 'definition' | 'values' | 'states' | 'initial' | 'record' | 'subject'>

/**
 * Fills the placeholders of a path with values of other fields, of the form's subject, and of `given`. A query parameter with `{id}` is
 * left out if there is no record yet.
 */
export function dependentPath(
  path: string,
  { definition, values, states, initial, record, subject = null }: Situation,
  given: Readonly<Record<string, string>> = {},
): DependentPath {
  const about = record ?? subject
  const template = about === null ? withoutParameter(path, '{id}') : path
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const valueOf = (name: string): unknown => {
    if (name in definition.fields) return states[name]?.isVisible ? values[name] : undefined
    return given[name] ?? about?.[name]
  }
  const missing = names.find((name) => isEmpty(valueOf(name)))
  return {
    path: missing === undefined ? filledPath(template, valueOf) : null,
    waitsFor: missing === undefined ? undefined : (definition.fields[missing]?.label ?? missing),
    hasChanged: names.some((name) => name in definition.fields && !isSame(values[name], initial[name])),
  }
}

/** Fills the names in braces in a path. */
export const filledPath = (path: string, valueOf: (name: string) => unknown): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(asText(valueOf(name))))

/** Leaves out the query parameters that contain a placeholder. */
export function withoutParameter(path: string, placeholder: string): string {
  const [base = '', query] = path.split('?', 2)
  const left = query?.split('&').filter((parameter) => !parameter.includes(placeholder)) ?? []
  return left.length === 0 ? base : `${base}?${left.join('&')}`
}
