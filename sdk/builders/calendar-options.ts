import type { Color } from '../documents/color.ts'

/** A field that is read out: its own value, or of the record that it points at the `title_attribute`. */
export type CalendarField =
  string | { readonly field: string; readonly list_path: string; readonly title_attribute: string }

/** Which fields of a record make it an entry of a calendar. */
export interface CalendarOptions {
  /** An instant. The list has to filter and sort by it. */
  readonly starts: string
  /** An instant. */
  readonly ends: string
  /** What an entry is called. */
  readonly title: CalendarField
  /** Who or what is taken: a specialist, a room. */
  readonly resource?: CalendarField
  /** Values without a colour are gray: `{ field: 'status', colors: { confirmed: 'green' } }`. */
  readonly color_by?: { readonly field: string; readonly colors: Readonly<Record<string, Color>> }
  /** The screen of an entry: `/operations/bookings/:id`. */
  readonly screen?: string
  /** The screen that makes a new one: `{ label: 'New booking', path: '/operations/bookings/create' }`. */
  readonly create?: { readonly label: string; readonly path: string }
}
