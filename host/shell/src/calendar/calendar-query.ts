import type { CalendarWidget } from '@atrium/sdk/documents'
import { startOfDay } from './calendar-day.ts'
import type { VisibleRange } from './visible-range.ts'

/** As many as one answer may hold (`LARGEST_PAGE` of the list dialect). */
export const MOST_ENTRIES = 500

/**
 * The query that asks for what is in sight, earliest first. It begins a day early: what starts in the evening before may last into
 * the first day. A path may have a query of its own.
 */
export function calendarQuery({ starts }: CalendarWidget, { first, last }: VisibleRange): string {
  const end = startOfDay(last, { plus: 1 }).getTime() - 1
  return new URLSearchParams([
    [`${starts}_gte`, startOfDay(first, { plus: -1 }).toISOString()],
    [`${starts}_lte`, new Date(end).toISOString()],
    ['_sort', starts],
    ['_order', 'ASC'],
    ['_start', '0'],
    ['_end', String(MOST_ENTRIES)],
  ]).toString()
}
