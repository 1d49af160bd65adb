import type { Filter } from '@atrium/sdk/documents'
import { dayRangeOf } from '../values/day-ranges.ts'
import { formatDay, readDate } from '../values/dates.ts'
import { formatMoney } from '../values/money.ts'
import { filterKeys } from './list-state.ts'
import type { ListState } from './list-state.ts'
import { numberFormat } from '../values/person-formats.ts'

/** The value of a filter in words, for its chip; null while it is not set. */
export function describeFilter(filter: Filter, filters: ListState['filters']): string | null {
  const [first = [], second = []] = filterKeys(filter).map((name) => filters[name] ?? [])
  if (first.length === 0 && second.length === 0) return null
  switch (filter.kind) {
    case 'text':
      return `contains “${first[0] ?? ''}”`
    case 'select':
      return first
        .map((value) => filter.options.find((option) => String(option.value) === value)?.label ?? value)
        .join(', ')
    case 'relation':
      return first[0] ?? ''
    case 'ternary':
      return first[0] === 'true' ? 'Yes' : 'No'
    case 'is_null':
      return first[0] === 'true' ? 'is empty' : 'is not empty'
    case 'number_range':
      return range(first[0], second[0], (value) => amount(value, filter.currency))
    case 'date_range':
      return dayRangeOf({ from: first[0], to: second[0] })?.label ?? range(first[0], second[0], day)
    default:
      return null
  }
}

function range(from: string | undefined, to: string | undefined, show: (value: string) => string): string {
  if (from === undefined) return `up to ${show(to ?? '')}`
  return to === undefined ? `from ${show(from)}` : `${show(from)} – ${show(to)}`
}

function amount(value: string, currency: string | undefined): string {
  return currency === undefined ? numberFormat({}).format(Number(value)) : formatMoney(Number(value), currency)
}

function day(value: string): string {
  const date = readDate(value)
  return date ? formatDay(date) : value
}
