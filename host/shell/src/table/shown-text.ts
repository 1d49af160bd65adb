import type { Column } from '@atrium/sdk/documents'
import { t } from '../language/t.ts'
import { asText, iconName, optionLabel } from '../values/as-text.ts'
import { formatDay, formatInstant, readDate } from '../values/dates.ts'
import { formatMoney } from '../values/money.ts'
import { objectInWords, textInWords } from '../values/record-title.ts'
import { numberFormat } from '../values/person-formats.ts'

/** The titles of related records by their ids. */
export type Titles = ReadonlyMap<unknown, string>

/** A value in words, as its column shows it. A relative time would be wrong later, so the instant is written instead. */
export function shownText(column: Column, value: unknown, titles?: Titles): string {
  if (value === null || value === undefined || value === '') return ''
  const date = column.kind === 'date' || column.kind === 'datetime' || column.kind === 'since' ? readDate(value) : null
  switch (column.kind) {
    case 'number':
    case 'progress':
      return typeof value === 'number' ? numberFormat({ maximumFractionDigits: 20 }).format(value) : asText(value)
    case 'money':
      return typeof value === 'number' ? formatMoney(value, column.currency) : ''
    case 'boolean':
      return typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : ''
    case 'badge':
      return optionLabel(column.options, value)
    case 'icon':
      return iconName(column.options, value)
    case 'tags':
      return Array.isArray(value) ? value.map(asText).join(', ') : ''
    case 'date':
      return date ? formatDay(date) : ''
    case 'datetime':
    case 'since':
      return date ? formatInstant(date) : ''
    case 'relation':
      return titles?.get(value) ?? asText(value)
    case 'text':
      return textInWords(value, column.format) ?? objectInWords(value) ?? optionLabel(column.options, value)
    default:
      return asText(value)
  }
}
