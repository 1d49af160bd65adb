import { nearest_name } from '@atrium/sdk'

/** What to write instead of an unknown name: the nearest known one, or all of them. */
export function knownNames(name: string, known: Iterable<string>): string {
  const names = [...known]
  const nearest = nearest_name(name, names)
  return nearest === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean [${nearest}]?`
}
