import type { ChartWidget, Color } from '@atrium/sdk/documents'
import { t } from '../language/t.ts'
import { asText } from '../values/as-text.ts'
import { currencyDigits, formatMoney } from '../values/money.ts'
import { formatLocal, numberFormat } from '../values/person-formats.ts'

/** A point on the axis with the figure of each series; null if a series has none. */
export interface ChartPoint {
  readonly label: string
  readonly figures: Readonly<Record<string, number | null>>
}

/** Reads the points of a chart from an answer. @throws Error if the answer contains no list of rows */
export function chartFigures({ path, rows, x, series }: ChartWidget, answer: unknown): ChartPoint[] {
  const found = (rows ?? '').split('/').filter(Boolean).reduce(member, answer)
  if (!Array.isArray(found))
    throw new Error(
      rows
        ? t('The answer of [{path}] has no list of rows at [{rows}].', { path, rows })
        : t('The answer of [{path}] has no list of rows.', { path }),
    )
  return found.map((row: unknown) => ({
    label: axisLabel(asText(member(row, x.name))),
    figures: Object.fromEntries(series.map(({ name }) => [name, toFigure(member(row, name))])),
  }))
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** Databases send large and exact numbers as text. */
function toFigure(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const figure = value === '' ? Number.NaN : Number(value)
  return Number.isFinite(figure) ? figure : null
}

/** The label of a point on the axis: days and months in the person's notation, anything else as it is. */
export function axisLabel(text: string): string {
  const [, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])(?:-(\d{2}))?$/.exec(text) ?? []
  if (year === undefined || month === undefined) return text
  if (day === undefined) return formatLocal(`${year}-${month}-01`, { month: 'short', year: 'numeric' })
  return formatLocal(text, { day: 'numeric', month: 'short' })
}

/** Formats figures: in full, and short for the axis. */
interface FigureFormat {
  inFull: (figure: number) => string
  short: (figure: number) => string
}

/** The format for the figures of a chart, in the person's notation. */
export function figureFormat(format: ChartWidget['format']): FigureFormat {
  if (format.kind === 'number') {
    const numbers = numberFormat({ maximumFractionDigits: 20 })
    const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 2 })
    return { inFull: (figure) => numbers.format(figure), short: (figure) => compact.format(figure) }
  }
  const { currency } = format
  const units = 10 ** currencyDigits(currency)
  const compact = numberFormat({
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

/** In this order, neighbours are distinguishable, even with the common kinds of colour blindness. */
const ORDER: readonly Color[] = ['blue', 'orange', 'teal', 'violet', 'pink', 'green', 'yellow', 'red', 'gray']

/** A colour for each series: as declared, or else one that no other series has. */
export function seriesColors(series: ChartWidget['series']): Color[] {
  const declared = new Set(series.map(({ color }) => color))
  const free = ORDER.filter((color) => !declared.has(color))
  return series.map(({ color }) => color ?? free.shift() ?? 'gray')
}
