type Search = Record<string, string | string[]>

/** Reads a query string as it is: texts only, repeated names as lists. The router's own reading would turn `007` into 7. */
export function parseSearch(text: string): Search {
  const search: Search = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = search[name]
    search[name] = earlier === undefined ? value : [earlier, value].flat()
  }
  return search
}

/** The way back of `parseSearch`, with its `?` unless there is nothing to say. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const each of [value].flat()) params.append(name, String(each))
  }
  return params.size > 0 ? `?${params.toString()}` : ''
}
