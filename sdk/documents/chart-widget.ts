import { type Static, Type } from 'typebox'
import { Color } from './values.ts'
import { AbsolutePath, FieldName, Identifier } from './identifier.ts'

/** The rows of one GET as lines, bars or areas over a common axis. A table of the same figures belongs to it. */
export const ChartWidget = Type.Object(
  {
    kind: Type.Literal('chart'),
    id: Identifier,
    title: Type.String(),
    path: AbsolutePath,
    chart: Type.Enum(['line', 'bar', 'area']),
    rows: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z_][A-Za-z0-9_]*(/[A-Za-z_][A-Za-z0-9_]*)*$',
        description: 'Where in the answer the rows are, `totals/by_day`; absent where the answer is the rows',
      }),
    ),
    x: Type.Object(
      { name: FieldName, label: Type.String() },
      { additionalProperties: false, description: 'The common axis: days, months or names' },
    ),
    series: Type.Array(
      Type.Object(
        { name: FieldName, label: Type.String(), color: Type.Optional(Color) },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 9 },
    ),
    format: Type.Union([
      Type.Object({ kind: Type.Literal('number') }, { additionalProperties: false }),
      Type.Object(
        { kind: Type.Literal('money'), currency: Type.String({ description: 'ISO 4217; figures are in minor units' }) },
        { additionalProperties: false },
      ),
    ]),
  },
  { additionalProperties: false },
)
export type ChartWidget = Static<typeof ChartWidget>
