import { DeclarationError } from '../declaration/declaration-error.ts'
import { shown_argument } from '../declaration/require.ts'
import { MOVE_STEPS } from '../documents/calendar-widget.ts'
import type { CalendarMove } from './widget-options.ts'

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
