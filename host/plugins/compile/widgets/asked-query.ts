import type { RelationTarget } from '@atrium/sdk/documents'
import type { Operation } from '../../../core/registries/index.ts'
import { fieldsOf } from './field-info.ts'
import { reportValues } from './values.ts'
import { knownNames } from '../checks/finding.ts'
import { recordAnswered } from '../checks/references.ts'
import { type Asking, reportUnanswered } from '../checks/route-index.ts'

/** What every list understands besides its filters. Records can also be chosen, or left out, by their id. */
const COMMON = /^(_\w+|q|id)$/

/** Of a parameter such as `price_gte`. */
const COMPARISON = /_(ne|gte|lte|like|null)$/

/**
 * Reports parameters in the path of a list that the list does not have, because every request would be 400 `query_unknown`, and values that
 * their fields cannot have.
 */
export function reportQuery(list_path: string, asking: Asking): void {
  const list = asking.routes.find('GET', list_path)
  const [, query = ''] = list_path.split('?')
  if (list === undefined || query === '') return
  const asked = [...new URLSearchParams(query)]
  reportParameters(new Set(asked.map(([name]) => name)), list, { ...asking, list_path })
  for (const [name, value] of asked) reportValue(name, { value, list, asking })
}

function reportParameters(
  names: ReadonlySet<string>,
  { declaration: { rules, options } }: Operation,
  { list_path, who, report, origin }: Asking & { list_path: string },
): void {
  const filters = rules?.filter
  const known = filters ?? (options.query && Object.keys(options.query.properties))
  if (known === undefined) return
  for (const name of names) {
    const field = filters ? name.replace(COMPARISON, '') : name
    if (known.includes(field) || known.includes(name) || (filters && isCommon(name, field))) continue
    report({
      code: 'filter_not_supported',
      message: `${who} asks for records by [${name}], but [${list_path}] cannot be filtered by it.`,
      fix: `${knownNames(name, known)} Or add '${field}' to the ${filters ? "store's `filter`" : '`query` of the route'}.`,
      origin,
    })
  }
}

const isCommon = (name: string, field: string) => COMMON.test(name) || COMMON.test(field)

/** Reports a value that its field cannot have. The record describes the field, or the query of a plain route. A placeholder such as `{id}` has no value yet. */
function reportValue(name: string, { value, list, asking }: { value: string; list: Operation; asking: Asking }): void {
  if (value.includes('{')) return
  const { rules, options } = list.declaration
  const known = rules?.filter ? recordAnswered(list) : options.query
  const field = known && fieldsOf(known).get(rules?.filter ? name.replace(/_ne$/, '') : name)
  reportValues([value], field, { ...asking, code: 'value_unknown' })
}

/** Reports a list of this plugin that has no GET route, or lacks a filter that the path names. */
export function reportList(path: string, asking: Asking): void {
  reportUnanswered(path.replace(/\?.*$/, ''), asking)
  reportQuery(path, asking)
}

/** Reports a relation to a list of this plugin that has no GET route or no such filter, or whose records do not have the title field. */
export function reportTarget({ list_path, title_attribute }: RelationTarget, asking: Asking): void {
  const { who, routes, report, origin } = asking
  reportUnanswered(list_path, asking, title_attribute)
  reportQuery(list_path, asking)
  const record = recordAnswered(routes.find('GET', list_path))
  if (record === undefined || title_attribute in record.properties) return
  report({
    code: 'field_unknown',
    message: `${who} shows [${title_attribute}] of [${list_path}], which is not a field of its records.`,
    fix: knownNames(title_attribute, Object.keys(record.properties)),
    origin,
  })
}
