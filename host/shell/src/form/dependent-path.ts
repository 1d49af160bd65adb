import { asText } from '../values/as-text.ts'
import type { FieldScope } from './form-scope.ts'
import { isEmpty, isSame } from './form-values.ts'

/** A path that names other fields of a form. */
export interface DependentPath {
  /** With their values in it; null while one of them has none. */
  path: string | null
  /** What people call the first field that has to have a value before. */
  waitsFor: string | undefined
  /** Whether any of these fields has another value than the form began with. */
  hasChanged: boolean
}

type Situation = Pick<FieldScope, 'definition' | 'values' | 'states' | 'initial' | 'record'>

/**
 * Puts the values of other fields, of the record that is edited, and what is `given`, into a path. A parameter that names `{id}` is
 * left out where no record is edited.
 */
export function dependentPath(
  path: string,
  { definition, values, states, initial, record }: Situation,
  given: Readonly<Record<string, string>> = {},
): DependentPath {
  const asked = record === null ? withoutParameter(path, '{id}') : path
  const names = [...asked.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const valueOf = (name: string): unknown => {
    if (name in definition.fields) return states[name]?.isVisible ? values[name] : undefined
    return given[name] ?? record?.[name]
  }
  const missing = names.find((name) => isEmpty(valueOf(name)))
  return {
    path:
      missing === undefined
        ? asked.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(asText(valueOf(name))))
        : null,
    waitsFor: missing === undefined ? undefined : (definition.fields[missing]?.label ?? missing),
    hasChanged: names.some((name) => name in definition.fields && !isSame(values[name], initial[name])),
  }
}

function withoutParameter(path: string, placeholder: string): string {
  const [base = '', query] = path.split('?', 2)
  const left = query?.split('&').filter((parameter) => !parameter.includes(placeholder)) ?? []
  return left.length === 0 ? base : `${base}?${left.join('&')}`
}
