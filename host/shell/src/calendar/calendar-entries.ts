import type { CalendarWidget, Color, Option } from '@atrium/sdk/documents'
import type { DataRecord, RecordId } from '../api/paths.ts'
import { asText, optionLabel } from '../values/as-text.ts'
import { readDate } from '../values/dates.ts'
import { startOfDay } from '../values/calendar-day.ts'
import type { VisibleRange } from './calendar-state.ts'

/** One record in a calendar. */
export interface CalendarEntry {
  readonly id: RecordId
  readonly title: string
  readonly start: Date
  readonly end: Date
  /** The name of the resource, the booked person or thing. Empty for none. */
  readonly resource: string
  /** The value of the resource field, as text. */
  readonly resourceId: string
  readonly record: DataRecord
  /** The label of the value that decides the colour; empty if entries have no colours. */
  readonly state: string
  readonly color: Color | undefined
}

type Shown = CalendarWidget['entry_title']

/** The value of a field as text. Relations give the title of the other record. */
export type TextOf = (field: Shown, record: DataRecord) => string

const HALF_AN_HOUR = 1_800_000

/** The entries in a range. A record without a start is left out; one without an end gets half an hour. */
export function calendarEntries(
  widget: CalendarWidget,
  records: readonly DataRecord[],
  { textOf, first, last }: VisibleRange & { textOf: TextOf },
): CalendarEntry[] {
  const from = startOfDay(first)
  const until = startOfDay(last, { plus: 1 })
  return records
    .flatMap((record) => entryOf(widget, record, textOf) ?? [])
    .filter(({ start, end }) => start < until && end > from)
}

function entryOf(widget: CalendarWidget, record: DataRecord, textOf: TextOf): CalendarEntry | undefined {
  const start = readDate(record[widget.starts])
  if (start === null) return undefined
  const end = readDate(record[widget.ends])
  const { entry_title, resource, color_by } = widget
  const state = color_by && record[color_by.name]
  return {
    id: record.id,
    title: textOf(entry_title, record) || String(record.id),
    start,
    end: end !== null && end > start ? end : new Date(start.getTime() + HALF_AN_HOUR),
    resource: resource ? textOf(resource, record) : '',
    resourceId: resource ? asText(record[resource.name]) : '',
    record,
    state: color_by ? optionLabel(color_by.options, state) : '',
    color: color_by ? (color_by.colors[asText(state)] ?? 'gray') : undefined,
  }
}

/** A row of a grid: one resource with its entries. */
interface GridLine {
  readonly id: string
  readonly label: string
}

/** A row for each choice and for each other resource that has entries. Entries without a resource come last. */
export function gridLines(choices: readonly Option[] = [], entries: readonly CalendarEntry[]): GridLine[] {
  const lines = new Map(choices.map(({ value, label }) => [String(value), label]))
  for (const { resourceId, resource } of entries)
    if (resourceId !== NOBODY && !lines.has(resourceId)) lines.set(resourceId, resource)
  if (entries.some(({ resourceId }) => resourceId === NOBODY)) lines.set(NOBODY, '–')
  return [...lines].map(([id, label]) => ({ id, label }))
}

/** The id of the row of entries without a resource. */
export const NOBODY = ''
