import type { CalendarWidget, Option } from '@atrium/sdk/documents'
import type { CalendarDay } from '../values/calendar-day.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import type { WorkingTime } from './working-times.ts'
import type { Calendar } from './use-calendar.ts'
import type { Moves } from './use-moves.ts'
import type { VisibleRange } from './calendar-state.ts'

/** The props of every view of a calendar. */
export interface CalendarContent {
  entries: readonly CalendarEntry[]
  range: VisibleRange
  /** The number of entries of each day, in a month that has more than are loaded. */
  counts: ReadonlyMap<CalendarDay, number> | undefined
  /** The first day whose entries are not all loaded; undefined if all are, or if they are counted. */
  unloadedFrom: CalendarDay | undefined
  /** The path of an entry's screen, with `:id`; undefined if there is none. */
  viewPath: string | undefined
  calendar: Calendar
  moves: Moves
  /** The field for the booked person or thing, and all choices for it. Undefined for a calendar without such a field; the choices also until they are loaded. */
  resource: CalendarWidget['resource']
  choices: readonly Option[] | undefined
  /** When the resources work on the visible days; undefined while unknown, and for a calendar that does not say so. */
  working: readonly WorkingTime[] | undefined
  /** Opens the form of a new record. The time is local, `YYYY-MM-DD HH:mm:ss`. Undefined without the permission. */
  onCreate: ((localTime: string, resource?: unknown) => void) | undefined
}
