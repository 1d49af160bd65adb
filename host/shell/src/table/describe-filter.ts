import type { Filter } from '@atrium/sdk/documents'
import { inSentence, orList, quoted, t } from '../language/t.ts'
import { dayRangeCalled } from '../values/day-ranges.ts'
import { formatDay, readDate } from '../values/dates.ts'
import { formatMoney } from '../values/money.ts'
import { numberFormat } from '../values/person-formats.ts'
import { comparisonKeys, type Comparison, withinKey } from './comparisons.ts'
import type { ListState } from './list-state.ts'

/** The words of a condition after the name of its field: `contains`, `“oak” or “pine”`. Conditions without a value have an empty text. */
export interface ConditionWords {
  verb: string
  value: string
}

/** A condition in words. `titleOf` returns the title of a related record. */
export function describeFilter(
  filter: Filter,
  comparison: Comparison,
  { filters, titleOf }: { filters: ListState['filters']; titleOf: (id: string) => string },
): ConditionWords {
  const [key = ''] = comparisonKeys(filter, comparison)
  const values = filters[key] ?? []
  switch (comparison) {
    case 'null':
      return { verb: values[0] === 'false' ? t('is not empty') : t('is empty'), value: '' }
    case 'range':
      return describeRange(filter, filters)
    case 'like':
    case 'eq':
    case 'ne': {
      const words = values.map((value) => valueWords(filter, value, titleOf))
      if (comparison !== 'ne') return { verb: comparison === 'eq' ? t('is') : t('contains'), value: orList(words) }
      return { verb: words.length > 1 ? t('is none of') : t('is not'), value: words.join(', ') }
    }
  }
}

function valueWords(filter: Filter, value: string, titleOf: (id: string) => string): string {
  if (filter.kind === 'relation') return titleOf(value)
  if (filter.kind === 'ternary') return value === 'true' ? t('yes') : t('no')
  if (filter.kind !== 'select') return quoted(value)
  return filter.options.find((option) => String(option.value) === value)?.label ?? value
}

function describeRange(filter: Filter, filters: ListState['filters']): ConditionWords {
  const named = dayRangeCalled(filters[withinKey(filter.name)]?.[0])
  if (named) return { verb: named.verb, value: inSentence(named.label) }
  const [from, to] = [filters[`${filter.name}_gte`]?.[0], filters[`${filter.name}_lte`]?.[0]]
  const isDays = filter.kind === 'date_range'
  const show = (value: string) => (isDays ? day(value) : amount(value, filter))
  if (from === undefined) return { verb: isDays ? t('is up to') : t('is at most'), value: show(to ?? '') }
  if (to === undefined) return { verb: isDays ? t('is from') : t('is at least'), value: show(from) }
  return { verb: t('is'), value: from === to ? show(from) : `${show(from)} – ${show(to)}` }
}

function amount(value: string, filter: Filter): string {
  const currency = filter.kind === 'number_range' ? filter.currency : undefined
  return currency === undefined ? numberFormat({}).format(Number(value)) : formatMoney(Number(value), currency)
}

function day(value: string): string {
  const date = readDate(value)
  return date ? formatDay(date) : value
}
