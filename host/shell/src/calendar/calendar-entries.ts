import type { CalendarWidget, Color, Option } from '@atrium/sdk/documents'
import type { RecordId } from '../api/paths.ts'
import { asText, optionLabel } from '../values/as-text.ts'
import { readDate } from '../values/dates.ts'
import { startOfDay } from './calendar-day.ts'
import type { VisibleRange } from './calendar-state.ts'

/** A line of a grid: who or what its entries take. */
interface GridLine {
  readonly id: string
  readonly label: string
}

/** A line for each that can be taken, and for those that cannot any more but are; last for what takes nobody. */
export function gridLines(choices: readonly Option[] = [], entries: readonly CalendarEntry[]): GridLine[] {
  const lines = new Map(choices.map(({ value, label }) => [String(value), label]))
  for (const { resourceId, resource } of entries)
    if (resourceId !== NOBODY && !lines.has(resourceId)) lines.set(resourceId, resource)
  if (entries.some(({ resourceId }) => resourceId === NOBODY)) lines.set(NOBODY, '–')
  return [...lines].map(([id, label]) => ({ id, label }))
}

/** The line of entries that take nobody. */
const NOBODY = ''

/** One record in a calendar. */
export interface CalendarEntry {
  readonly id: RecordId
  readonly title: string
  readonly start: Date
  readonly end: Date
  /** Who or what is taken; empty for nobody. */
  readonly resource: string
  /** The same as the record has it, as text. */
  readonly resourceId: string
  /** What it was made of. */
  readonly record: CalendarRecord
  /** What the colour means; empty where entries have no colours. */
  readonly state: string
  readonly color: Color | undefined
}

/** A record as far as a calendar cares. */
export type CalendarRecord = { readonly id: RecordId; readonly [field: string]: unknown }

type Shown = CalendarWidget['entry_title']

/** What a field says of a record, names of other records looked up. */
export type TextOf = (field: Shown, record: CalendarRecord) => string

const HALF_AN_HOUR = 1_800_000

/** The records that are in sight. One without a start cannot be shown; one without an end is given half an hour. */
export function calendarEntries(
  widget: CalendarWidget,
  records: readonly CalendarRecord[],
  { textOf, first, last }: VisibleRange & { textOf: TextOf },
): CalendarEntry[] {
  const from = startOfDay(first)
  const until = startOfDay(last, { plus: 1 })
  return records
    .flatMap((record) => entryOf(widget, record, textOf) ?? [])
    .filter(({ start, end }) => start < until && end > from)
}

function entryOf(widget: CalendarWidget, record: CalendarRecord, textOf: TextOf): CalendarEntry | undefined {
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
    color: color_by && (color_by.colors[asText(state)] ?? 'gray'),
  }
}
