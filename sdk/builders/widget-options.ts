import type { MoveStep } from '../documents/calendar-widget.ts'
import type { ChartWidget } from '../documents/chart-widget.ts'
import type { Color, Condition } from '../documents/values.ts'

/** A field that is shown: its own value, or the `title_attribute` of the record that it points at. */
export type CalendarField =
  | string
  | { readonly field: string; readonly list_path: string; readonly title_attribute: string }

/** The person or thing that an entry occupies. `choices_path` lists the available ones if not all are: `/specialists?active=true`. */
export type CalendarResource = CalendarField | (Exclude<CalendarField, string> & { readonly choices_path?: string })

/** How entries are moved, by dragging them and in a dialog. */
export interface CalendarMove {
  /** The path of one record of a record kit: it is read, then changed by a PATCH with `If-Match`. */
  readonly path: string
  /** Times snap to multiples of this many minutes. Default 15. */
  readonly step?: MoveStep
  /** Which entries can be moved; default all: `{ field: 'status', schema: { enum: ['pending', 'confirmed'] } }`. */
  readonly when?: Condition
  /** A question to confirm before the request is sent. */
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
  /** The person or thing that an entry occupies: a specialist, a room. Adds a day view with a line for each. */
  readonly resource?: CalendarResource
  /** Values without a colour are gray: `{ field: 'status', colors: { confirmed: 'green' } }`. */
  readonly color_by?: { readonly field: string; readonly colors: Readonly<Record<string, Color>> }
  /**
   * A GET that counts the entries of each day, for months with more entries than a calendar loads: `/bookings/days`. It is asked with
   * `?from=2026-11-01&to=2026-11-30&zone=Europe/Berlin` and answers `[{ day: '2026-11-02', count: 52 }]`; days without entries may be
   * missing. The days are those of the zone, and an entry counts on the day it starts on. Without it, such a month says which days are
   * not loaded.
   */
  readonly counts?: string
  /**
   * A GET that answers when each resource works: `/agenda/hours`. It is asked as `counts` is, and answers
   * `[{ resource: 4, starts: '2026-11-02T08:00:00.000Z', ends: '2026-11-02T12:00:00.000Z' }]`, without absences. All other time is shown as
   * closed: of each resource in the day by resource, and where nobody works in a day and a week. Without it, no time is.
   */
  readonly hours?: string
  /**
   * What the entries can be narrowed by: fields with options, booleans, and fields that point at records. The list has to filter by them:
   * `[{ field: 'service_id', list_path: '/services', title_attribute: 'name' }]`.
   */
  readonly filters?: readonly CalendarField[]
  /** The screen of an entry: `/operations/bookings/:id`. */
  readonly screen?: string
  /**
   * The screen that creates an entry: `{ label: 'New booking', path: '/operations/bookings/create' }`. A click on a free time opens it
   * with the time and the clicked resource in its address: `?starts_at=…&specialist_id=…`.
   */
  readonly create?: { readonly label: string; readonly path: string }
  readonly move?: CalendarMove
}

/** The namespace and paths of a chat. Default paths are below `/api/v1/<namespace>`. */
export interface ChatOptions {
  /** The WebSocket namespace, of this plugin or another one: `ai-agents`. It handles the messages of a chat (ARCHITECTURE: Chats). */
  readonly namespace: string
  /** Answers `[{ id, name, description? }]`: the agents that the caller may use. Default `/api/v1/<namespace>/chat/agents`. */
  readonly agents_path?: string
  /** A list with GET and POST, and below it one conversation with DELETE. Default `/api/v1/<namespace>/conversations`. */
  readonly conversations_path?: string
  /** A list with GET, and below it one approval. Default `/api/v1/<namespace>/approvals`. */
  readonly approvals_path?: string
  /**
   * The screen that creates an agent, offered to holders of the permission while there is none: `{ label: 'New agent', path:
   * '/agents/agents/create' }`.
   */
  readonly create_agent?: { readonly label: string; readonly path: string; readonly permission?: string }
  /** The permission to see the chat. Default: that of `agents_path` if it is a route of this plugin. */
  readonly permission?: string
  /** Whether the chat also opens beside any screen of any panel. Default false. */
  readonly assistant?: boolean
}

/** How the rows of a chart are drawn. Names are members of a row. */
export interface ChartOptions {
  readonly kind: ChartWidget['chart']
  /** The member for the horizontal axis: a day (`2026-11-01`), a month (`2026-11`) or any text. */
  readonly x: string
  /** One line, bar or area each, at most nine. Default labels come from the names, default colours from a fixed order. */
  readonly series: readonly { readonly field: string; readonly label?: string; readonly color?: Color }[]
  /** The path to the rows in the answer: `series`, or `totals/by_day`. Default: the answer itself. */
  readonly rows?: string
  /** The format of the figures; `money` is in minor units. Default `number`. */
  readonly format?: 'number' | 'money'
  /** ISO 4217, for `money`. Default `EUR`. */
  readonly currency?: string
}
