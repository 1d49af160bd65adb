/** Puts a query behind a path that may have one already, as the list of a relation has: `/bookings?client_id=7`. */
export function withQuery(path: string, query: string): string {
  if (query === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}
