import { MOVE_STEPS } from '../documents/calendar-move.ts'
import type { CalendarMove } from './calendar-options.ts'
import { DeclarationError } from '../declaration/declaration-error.ts'

/** Holds what TypeScript holds for authors in JavaScript too. @throws DeclarationError `argument_invalid` at the author's call */
export function require_step(move: CalendarMove | undefined): void {
  if (move?.step === undefined || MOVE_STEPS.includes(move.step)) return
  throw new DeclarationError(
    'argument_invalid',
    `[calendar(…)] cannot move entries by [${String(move.step)}] minutes.`,
    {
      fix: `Give one of ${MOVE_STEPS.join(', ')}, which divide an hour.`,
    },
  )
}
