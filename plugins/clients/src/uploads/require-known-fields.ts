import { type InvalidValue, invalid_values, nearest_name } from '@atrium/sdk'

/**
 * Refuses fields beside the file that nobody reads: they were meant to do something.
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
