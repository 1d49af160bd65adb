import { nearest_name } from '@atrium/sdk'

/** Formats names as `[a], [b] and [c]`, or as `none` if the list is empty. */
export function nameList(names: readonly string[]): string {
  const shown = names.map((name) => `[${name}]`)
  if (shown.length < 2) return shown[0] ?? 'none'
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** Returns ` Did you mean [name]?` for the nearest name, or an empty string if none is near. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const near = nearest_name(name, names)
  return near === undefined ? '' : ` Did you mean [${near}]?`
}
