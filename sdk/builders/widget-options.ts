import type { MoveStep } from '../documents/calendar-widget.ts'
import type { ChartWidget } from '../documents/chart-widget.ts'
import type { Color, Condition } from '../documents/values.ts'

/** A field that is read out: its own value, or of the record that it points at the `title_attribute`. */
export type CalendarField =
  string | { readonly field: string; readonly list_path: string; readonly title_attribute: string }

/** Who or what is taken; `choices_path` lists those that can be, where that is not all: `/specialists?active=true`. */
export type CalendarResource = CalendarField | (Exclude<CalendarField, string> & { readonly choices_path?: string })

/** How entries are moved, by dragging them and in a dialog. */
export interface CalendarMove {
  /** A record kit's path of one record: read, then changed by a PATCH with `If-Match` that holds what is to be other. */
  readonly path: string
  /** Minutes, to whose multiples times snap. Default 15. */
  readonly step?: MoveStep
  /** Which entries can be moved; default all: `{ field: 'status', schema: { enum: ['pending', 'confirmed'] } }`. */
  readonly when?: Condition
  /** A question that must be answered with yes before anything is sent. */
  readonly confirm?: string
}

/** Which fields of a record make it an entry of a calendar. */
export interface CalendarOptions {
  /** An instant. The list has to filter and sort by it. */
  readonly starts: string
  /** An instant. */
  readonly ends: string
  /** What an entry is called. */
  readonly title: CalendarField
  /** Who or what is taken: a specialist, a room. With it there is a view of a day with a line for each. */
  readonly resource?: CalendarResource
  /** Values without a colour are gray: `{ field: 'status', colors: { confirmed: 'green' } }`. */
  readonly color_by?: { readonly field: string; readonly colors: Readonly<Record<string, Color>> }
  /** The screen of an entry: `/operations/bookings/:id`. */
  readonly screen?: string
  /**
   * The screen that makes a new one: `{ label: 'New booking', path: '/operations/bookings/create' }`. A click on a free time opens it
   * with the time, and who or what was clicked on, in its address: `?starts_at=…&specialist_id=…`.
   */
  readonly create?: { readonly label: string; readonly path: string }
  readonly move?: CalendarMove
}

/** How the rows of a chart are drawn. Names are members of a row. */
export interface ChartOptions {
  readonly kind: ChartWidget['chart']
  /** What stands along the axis: a day (`2026-11-01`), a month (`2026-11`) or any text. */
  readonly x: string
  /** One line, bar or area each, at most nine. Labels come from the names, colours in a settled order. */
  readonly series: readonly { readonly field: string; readonly label?: string; readonly color?: Color }[]
  /** Where in the answer the rows are: `series`, or `totals/by_day`. Default: the answer is the rows. */
  readonly rows?: string
  /** What the figures are; `money` is in minor units. Default `number`. */
  readonly format?: 'number' | 'money'
  /** ISO 4217, for `money`. Default `EUR`. */
  readonly currency?: string
}
