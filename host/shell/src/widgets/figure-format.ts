import type { ChartWidget } from '@atrium/sdk/documents'
import { currencyDigits, formatMoney } from '../values/money.ts'

/** How a figure is written: in full, and beside an axis where there is little room. */
export interface FigureFormat {
  inFull: (figure: number) => string
  short: (figure: number) => string
}

/** The person's notation for the figures of a chart. */
export function figureFormat(format: ChartWidget['format']): FigureFormat {
  if (format.kind === 'number') {
    const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 })
    const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 2 })
    return { inFull: (figure) => numbers.format(figure), short: (figure) => compact.format(figure) }
  }
  const { currency } = format
  const units = 10 ** currencyDigits(currency)
  const compact = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  })
  return {
    inFull: (figure) => formatMoney(figure, currency),
    short: (figure) => compact.format(figure / units),
  }
}
