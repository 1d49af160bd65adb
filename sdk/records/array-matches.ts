import type { ListFilter, ListQuery, Operand } from '../lists/list-query.ts'
import { spellings_of, text_test } from '../lists/search-spellings.ts'
import { search_words } from '../lists/search-words.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether a record satisfies all filters, with the same result as in a table. */
export const array_matches = (record: object, { filters }: Pick<ListQuery, 'filters'>): boolean =>
  filters.every((filter) => satisfies((record as Values)[filter.field] ?? null, filter))

/** A test for records that a search finds in these fields, with the same result as in a table. */
export function array_search(text: string | undefined, fields: readonly string[]): (record: object) => boolean {
  const words = search_words(text).map((word) => text_test(spellings_of(word)))
  return (record) => {
    const texts = fields.map((field) => (record as Values)[field]).filter((value) => typeof value === 'string')
    return words.every((isIn) => texts.some(isIn))
  }
}

/** Orders two records as asked; null is the smallest. */
export function array_order(a: object, b: object, sort: ListQuery['sort']): number {
  for (const { field, order } of sort) {
    const result = compare((a as Values)[field] ?? null, (b as Values)[field] ?? null)
    if (result !== 0) return order === 'asc' ? result : -result
  }
  return 0
}

function satisfies(value: unknown, filter: ListFilter): boolean {
  const { comparison, values } = filter
  const [first = ''] = values
  if (Array.isArray(value) && comparison !== 'null') return satisfiesAny(value, filter)
  switch (comparison) {
    case 'eq':
      return values.includes(value as Operand)
    case 'ne':
      return !values.includes(value as Operand)
    case 'gte':
      return value !== null && compare(value, first) >= 0
    case 'lte':
      return value !== null && compare(value, first) <= 0
    case 'null':
      return (value === null) === first
    case 'like':
      return values.some((text) => contains(value, String(text).toLowerCase()))
  }
}

/** One of several texts must satisfy the filter; for `ne`, all of them. */
const satisfiesAny = (texts: readonly unknown[], filter: ListFilter) =>
  filter.comparison === 'ne'
    ? texts.every((text) => satisfies(text, filter))
    : texts.some((text) => satisfies(text, filter))

const contains = (value: unknown, small: string) => typeof value === 'string' && value.toLowerCase().includes(small)

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  return (a as Operand) < (b as Operand) ? -1 : 1
}
