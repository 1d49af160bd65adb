import type { CalendarEntry } from './calendar-entries.ts'
import type { Calendar } from './use-calendar.ts'
import type { VisibleRange } from './visible-range.ts'

/** What every view of a calendar is given. */
export interface CalendarContent {
  entries: readonly CalendarEntry[]
  range: VisibleRange
  /** The screen of an entry, with `:id`; undefined where there is none. */
  viewPath: string | undefined
  calendar: Calendar
}
