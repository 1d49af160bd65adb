import { nearest_name } from '@atrium/sdk'

/** What to write instead of an unknown name: the nearest known one, or all of them. */
export function knownNames(name: string, known: Iterable<string>): string {
  const names = [...known]
  if (names.length === 0) return 'There is none so far.'
  const nearest = nearest_name(name, names)
  return nearest === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean [${nearest}]?`
}
