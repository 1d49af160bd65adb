import { ICalCalendar, type ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { BookingStatus } from './booking-status.ts'

/** What of a booking a calendar needs to know. */
export interface CalendarBooking {
  readonly id: number
  readonly status: BookingStatus
  readonly starts_at: string
  readonly ends_at: string
  readonly created_at: string
  /** Rows of before it was kept have none. */
  readonly updated_at?: string | null | undefined
  /** How often it was written; grows with every change. */
  readonly version: number
}

/** What people read of it. */
interface EventText {
  readonly summary: string
  readonly location?: string | undefined
}

const STATUS: Readonly<Record<BookingStatus, ICalEventStatus>> = {
  pending: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  no_show: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
  expired: ICalEventStatus.CANCELLED,
}

/**
 * A booking as a VEVENT (RFC 5545 section 3.6.1), in UTC, so that no zone has to be described. The same booking has the same UID
 * everywhere, a SEQUENCE that grows, and nothing of the moment at which it is asked for.
 */
export function bookingEvent(booking: CalendarBooking, { summary, location }: EventText): ICalEventData {
  const { status, version } = booking
  const changed = new Date(booking.updated_at ?? booking.created_at)
  const isOver = STATUS[status] === ICalEventStatus.CANCELLED
  return {
    id: uidOf(booking),
    start: new Date(booking.starts_at),
    end: new Date(booking.ends_at),
    created: new Date(booking.created_at),
    lastModified: changed,
    // Without a METHOD this says the same as LAST-MODIFIED (RFC 5545 section 3.8.7.2).
    stamp: changed,
    sequence: version - 1,
    status: STATUS[status],
    transparency: isOver ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    summary,
    ...(location && { location }),
  }
}

/** Other practices have a booking 7, too; hardly one made in the same millisecond. */
const uidOf = ({ id, created_at }: CalendarBooking) => `booking-${id}-${Date.parse(created_at)}@atrium`

/** To write one event takes a tenth of a millisecond: after so many somebody else has a turn. */
const BATCH = 50

const END = 'END:VCALENDAR\r\n'

/**
 * Events as text/calendar (RFC 5545): lines of at most 75 octets that end in CR LF. It comes in parts of some milliseconds' work
 * each, which make one text.
 */
export function* calendarParts(name: string, events: readonly ICalEventData[]): Generator<string, void> {
  const head = textOf(name, []).slice(0, -END.length)
  yield head
  for (let at = 0; at < events.length; at += BATCH)
    yield textOf(name, events.slice(at, at + BATCH)).slice(head.length, -END.length)
  yield END
}

/** A calendar of a few events. */
export const calendarText = (name: string, events: readonly ICalEventData[]) =>
  [...calendarParts(name, events)].join('')

function textOf(name: string, events: readonly ICalEventData[]): string {
  const calendar = new ICalCalendar({
    name: escaped(name),
    prodId: { company: 'Atrium', product: 'Booking', language: 'EN' },
    ttl: 60 * 60,
    events: [...events],
  })
  return `${calendar.toString()}\r\n`
}

/** The library escapes what events say, but not the name: a line end in it would begin a property (RFC 5545 section 3.3.11). */
const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|[\r\n]/g, '\\n')
