/** The names in braces in a path, each once: `/slots?service_id={service_id}` → `['service_id']`. */
export const namedIn = (path: string): string[] => [
  ...new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
]

/** A path without the parameters of its query that hold a name. */
export function withoutNamed(path: string): string {
  const [base = '', query = ''] = path.split('?', 2)
  const left = query.split('&').filter((parameter) => parameter !== '' && !parameter.includes('{'))
  return left.length === 0 ? base : `${base}?${left.join('&')}`
}
