import type { CalendarWidget, Option } from '@atrium/sdk/documents'
import type { CalendarEntry } from './calendar-entries.ts'
import type { Calendar } from './use-calendar.ts'
import type { Moves } from './use-moves.ts'
import type { VisibleRange } from './calendar-state.ts'

/** What every view of a calendar is given. */
export interface CalendarContent {
  entries: readonly CalendarEntry[]
  range: VisibleRange
  /** The screen of an entry, with `:id`; undefined where there is none. */
  viewPath: string | undefined
  calendar: Calendar
  moves: Moves
  /** The field that says who or what is taken, and all that can be; undefined where there is none, or it is not known yet. */
  resource: CalendarWidget['resource']
  choices: readonly Option[] | undefined
  /** Begins a new record at a time of the person's clock, `YYYY-MM-DD HH:mm:ss`; undefined for who may not. */
  onCreate: ((localTime: string, resource?: unknown) => void) | undefined
}
