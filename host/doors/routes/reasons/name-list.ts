import { nearest_name } from '@atrium/sdk'

/** `[a], [b] and [c]`; `none` where there is nothing. */
export function nameList(names: readonly string[]): string {
  const shown = names.map((name) => `[${name}]`)
  if (shown.length < 2) return shown[0] ?? 'none'
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** ` Did you mean [name]?` where one is near, else nothing. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const near = nearest_name(name, names)
  return near === undefined ? '' : ` Did you mean [${near}]?`
}
