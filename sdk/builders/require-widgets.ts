import { DeclarationError } from '../declaration/declaration-error.ts'
import { type OptionKind, require_names, require_options, shown_argument } from '../declaration/require.ts'
import { require_screen } from '../declaration/require-path.ts'
import { MOVE_STEPS } from '../documents/calendar-widget.ts'
import type { CalendarMove, CalendarOptions, ChartOptions } from './widget-options.ts'

/** Checks the step of a move for authors in JavaScript. @throws DeclarationError `argument_invalid` at the author's call */
export function require_step(move: CalendarMove | undefined): void {
  if (move?.step === undefined || MOVE_STEPS.includes(move.step)) return
  throw new DeclarationError(
    'argument_invalid',
    `[calendar(…)] cannot move entries by [${String(move.step)}] minutes.`,
    {
      fix: `Use a number of minutes that divides an hour: ${MOVE_STEPS.join(', ')}.`,
    },
  )
}

/** Charts without a series would show axes alone. @throws DeclarationError `argument_invalid` at the author's call */
export function require_series(series: unknown): void {
  const isSeries = (each: unknown) => typeof (each as { field?: unknown } | null)?.field === 'string'
  if (Array.isArray(series) && series.length > 0 && series.every(isSeries)) return
  throw new DeclarationError(
    'argument_invalid',
    `[chart(…)] has the series [${shown_argument(series) || 'nothing'}], but it requires the fields to draw.`,
    { fix: "Write it like [{ kind: 'bar', x: 'day', series: [{ field: 'vans' }] }]." },
  )
}

/** A single field in place of the list would be read letter by letter. */
function require_filters(filters: unknown): void {
  const isField = (each: unknown) =>
    typeof each === 'string' || typeof (each as { field?: unknown } | null)?.field === 'string'
  if (Array.isArray(filters) && filters.every(isField)) return
  throw new DeclarationError(
    'argument_invalid',
    `[calendar(…)] has the filters [${shown_argument(filters)}], but it requires a list of fields.`,
    { fix: "Write it like ['status', { field: 'room_id', list_path: '/rooms', title_attribute: 'name' }]." },
  )
}

/** Every option and what it holds. A new one does not compile until it stands here. */
const CHART: Record<keyof ChartOptions, OptionKind> = {
  kind: 'text',
  x: 'text',
  series: 'any',
  rows: 'text',
  format: 'text',
  currency: 'text',
}
const SERIES: Record<keyof ChartOptions['series'][number], OptionKind> = { field: 'text', label: 'text', color: 'text' }
const CALENDAR: Record<keyof CalendarOptions, OptionKind> = {
  ...{ starts: 'text', ends: 'text', title: 'any', resource: 'any', color_by: 'any', counts: 'text', screen: 'text' },
  ...{ create: 'any', move: 'any', hours: 'text', filters: 'any' },
}
const COLOR_BY: Record<keyof NonNullable<CalendarOptions['color_by']>, OptionKind> = { field: 'text', colors: 'any' }

/** Checks the names of the options of a chart, which would have no effect. @throws DeclarationError `argument_invalid` at the author's call */
export function require_chart(options: ChartOptions): void {
  require_options('[chart(…)]', options, CHART)
  for (const each of options.series) require_options('A series of [chart(…)]', each, SERIES)
}

/** As `require_chart`, for a calendar. */
export function require_calendar(options: CalendarOptions): void {
  require_options('[calendar(…)]', options, CALENDAR)
  if (options.screen !== undefined) require_screen('calendar', options.screen)
  if (options.create !== undefined) require_screen('calendar', require_names('create', options.create, ['path']).path)
  if (options.filters !== undefined) require_filters(options.filters)
  if (options.color_by) require_options('[color_by] of [calendar(…)]', options.color_by, COLOR_BY)
}
