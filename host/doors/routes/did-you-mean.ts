import { nearest_name } from '@atrium/sdk'

/** ` Did you mean [name]?` where one is near, else nothing. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const near = nearest_name(name, names)
  return near === undefined ? '' : ` Did you mean [${near}]?`
}
