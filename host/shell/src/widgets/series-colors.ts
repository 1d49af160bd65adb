import type { ChartWidget, Color } from '@atrium/sdk/documents'

/** In this order neighbours are told apart, with the commoner kinds of colour blindness too. */
const ORDER: readonly Color[] = ['blue', 'orange', 'teal', 'violet', 'pink', 'green', 'yellow', 'red', 'gray']

/** A colour for each series: as declared, else one that no other has. */
export function seriesColors(series: ChartWidget['series']): Color[] {
  const declared = new Set(series.map(({ color }) => color))
  const free = ORDER.filter((color) => !declared.has(color))
  return series.map(({ color }) => color ?? free.shift() ?? 'gray')
}
