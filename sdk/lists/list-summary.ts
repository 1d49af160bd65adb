import type { FieldSummary, ListSummary } from './list-query.ts'

/** The figures of a field with their average. */
export const summary_of = (figures: Omit<FieldSummary, 'average'>): FieldSummary => ({
  ...figures,
  average: figures.sum === null || figures.count === 0 ? null : figures.sum / figures.count,
})

/** The figures of fields over records in memory. */
export function summarize_records(records: readonly object[], fields: readonly string[]): ListSummary {
  return Object.fromEntries(fields.map((field) => [field, figuresOf(records, field)]))
}

function figuresOf(records: readonly object[], field: string): FieldSummary {
  const values = records
    .map((record) => (record as Readonly<Record<string, unknown>>)[field])
    .filter((value) => typeof value === 'number')
  if (values.length === 0) return summary_of({ count: 0, sum: null, min: null, max: null })
  let [sum, min, max] = [0, Infinity, -Infinity]
  for (const value of values) {
    sum += value
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  return summary_of({ count: values.length, sum, min, max })
}
