import type { Asking } from './route-index.ts'
import { knownNames } from './finding.ts'

/** What every list understands besides its filters. */
const COMMON = /^(_\w+|q|id)$/

/** Reports filters in the path of a list of the record kit that the list does not have: every request would be 400 `query_unknown`. */
export function reportQuery(list_path: string, { who, routes, report, origin }: Asking): void {
  const filters = routes.find('GET', list_path)?.declaration.rules?.filter
  const [, query = ''] = list_path.split('?')
  if (filters === undefined) return
  for (const name of new URLSearchParams(query).keys()) {
    const field = name.replace(/_(ne|gte|lte|like|null)$/, '')
    if (COMMON.test(name) || filters.includes(field) || filters.includes(name)) continue
    report({
      code: 'filter_not_supported',
      message: `${who} asks for records by [${name}], but [${list_path}] cannot be filtered by it.`,
      fix: `${knownNames(name, filters)} Or add '${field}' to the store's \`filter\`.`,
      origin,
    })
  }
}
