import { ApiError } from '../errors/api-error.ts'

/** A query as it was sent. A name that is given several times holds an array. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>

/** Parses a query string. A name that is given several times holds an array. */
export function parse_query_string(text: string): RawQuery {
  const query = new URLSearchParams(text)
  const names = new Set(query.keys())
  return Object.fromEntries([...names].map((name) => [name, oneOrMany(query.getAll(name))]))
}

const oneOrMany = (values: readonly string[]) => (values.length === 1 ? values[0] : values)

/** The value of a parameter that may be given once, or undefined. @throws ApiError 400 `query_malformed` */
export function single_value(query: RawQuery, name: string): string | undefined {
  const value = query[name]
  if (value === undefined || typeof value === 'string') return value
  if (value.length === 1) return value[0]
  throw new ApiError('query_malformed', { detail: `[${name}] is given ${value.length} times. Give it once.` })
}
