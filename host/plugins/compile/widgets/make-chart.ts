import type { ChartOptions } from '@atrium/sdk'
import type { Origin } from '@atrium/sdk/host'
import { label_of } from '@atrium/sdk'
import type { ChartWidget, JsonSchema } from '@atrium/sdk/documents'
import { reportMembers } from '../checks/references.ts'
import type { Report } from '../checks/finding.ts'
import type { RouteIndex } from '../checks/route-index.ts'
import { absolutePath, reportUnanswered } from '../checks/route-index.ts'

/** The declaration of a chart. */
interface DeclaredChart {
  readonly title: string
  readonly path: string
  readonly options: ChartOptions
}

export function makeChart({ title, path: declared, options }: DeclaredChart, place: WidgetPlace): ChartWidget {
  const path = absolutePath(declared, place.api_base)
  const { kind: chart, x, series, rows, format = 'number', currency = 'EUR' } = options
  const asking = { ...place, who: `The chart [${place.id}]` }
  reportUnanswered(path, asking)
  const members = [x, ...(series ?? []).map(({ field }) => field)]
  const { response } = place.routes.find('GET', path)?.declaration.options ?? {}
  reportMembers({ path, members, schema: rowsOf(response as JsonSchema | undefined, rows) }, asking)
  return {
    kind: 'chart',
    id: place.id,
    title,
    path,
    chart,
    ...(rows !== undefined && { rows }),
    x: { name: x, label: label_of(x) },
    series: (series ?? []).map(({ field, label = label_of(String(field)), color }) => ({
      name: field,
      label,
      ...(color !== undefined && { color }),
    })),
    format: format === 'money' ? { kind: 'money', currency } : { kind: format },
  }
}

/** The schema of one row of an answer, undefined if the answer does not describe it. `rows` is the path to the rows: `totals/by_day`. */
function rowsOf(answer: JsonSchema | undefined, rows = ''): JsonSchema | undefined {
  const inside = rows.split('/').filter(Boolean)
  const list = inside.reduce<JsonSchema | undefined>(
    (schema, name) => (schema?.properties as Record<string, JsonSchema> | undefined)?.[name],
    answer,
  )
  return list?.items as JsonSchema | undefined
}

/** The place of a widget on a custom dashboard, and the context for linking it. */
export interface WidgetPlace {
  readonly id: string
  /** The base of relative paths. */
  readonly api_base: string | undefined
  readonly origin: Origin
  readonly routes: RouteIndex
  readonly report: Report
}
