import type { RawQuery } from '../routes/route-options.ts'

/** A query string as operations take it: a name that is given twice holds an array. */
export function parse_query_string(text: string): RawQuery {
  const query = new URLSearchParams(text)
  const names = new Set(query.keys())
  return Object.fromEntries([...names].map((name) => [name, oneOrMany(query.getAll(name))]))
}

const oneOrMany = (values: readonly string[]) => (values.length === 1 ? values[0] : values)
