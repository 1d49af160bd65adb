import { type InvalidValue, invalid_values, nearest_name } from '@atrium/sdk'

/**
 * An unknown field is a mistake of the sender, for example a misspelt `dry_run`.
 * @throws ApiError 422 `validation_failed`
 */
export function requireKnownFields(given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((name) => !known.includes(name))
  const found = unknown.map((name): InvalidValue => {
    const nearest = nearest_name(name, known)
    const hint = nearest === undefined ? '' : `; did you mean [${nearest}]?`
    const pointer = `/${name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`
    return { pointer, message: `There is no such field${hint}`, keyword: 'additionalProperties' }
  })
  if (found.length > 0) throw invalid_values(found)
}

/**
 * Of two values, such as those of `dry_run`, it is not known which one the sender means.
 * @throws ApiError 422 `validation_failed`
 */
export function requireEachOnce(fields: Fields): void {
  const found = Object.entries(fields).flatMap(([name, values = []]): InvalidValue[] =>
    values.length > 1 ? [{ pointer: `/${name}`, message: 'Send this field once', keyword: 'maxItems' }] : [],
  )
  if (found.length > 0) throw invalid_values(found)
}

/** The values of each field of a form, by name. */
type Fields = Readonly<Record<string, readonly string[] | undefined>>

/** The first value of each field. */
export const firstOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values?.[0] ?? '']))
