import type { ChartWidget } from '@atrium/sdk/documents'
import { asText } from '../values/as-text.ts'
import { axisLabel } from './axis-label.ts'

/** One place on the axis, and the figure of each series there; null where it has none. */
export interface ChartPoint {
  readonly label: string
  readonly figures: Readonly<Record<string, number | null>>
}

/** Reads the rows of a chart out of an answer. @throws Error where there are none to be found. */
export function chartFigures({ path, rows, x, series }: ChartWidget, answer: unknown): ChartPoint[] {
  const found = (rows ?? '').split('/').filter(Boolean).reduce(member, answer)
  if (!Array.isArray(found)) throw new Error(`[${path}] answered no list of rows${rows ? ` at [${rows}]` : ''}.`)
  return found.map((row: unknown) => ({
    label: axisLabel(asText(member(row, x.name))),
    figures: Object.fromEntries(series.map(({ name }) => [name, toFigure(member(row, name))])),
  }))
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** Databases send large and exact numbers as texts. */
function toFigure(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const figure = value === '' ? Number.NaN : Number(value)
  return Number.isFinite(figure) ? figure : null
}
