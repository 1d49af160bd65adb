import { ICalCalendar, type ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { BookingStatus } from './booking-status.ts'

/** The fields of a booking that a calendar entry needs. */
export interface CalendarBooking {
  readonly id: number
  readonly status: BookingStatus
  readonly starts_at: string
  readonly ends_at: string
  readonly created_at: string
  /** Missing in rows older than the column. */
  readonly updated_at?: string | null | undefined
  /** Incremented by every change. */
  readonly version: number
}

/** The texts of a calendar entry. */
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
 * A booking as a VEVENT (RFC 5545 section 3.6.1), in UTC, so that no time zone needs to be described. The UID is stable, SEQUENCE grows
 * with every change, and the output does not depend on the time of the request.
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
    // Without a METHOD, DTSTAMP means the same as LAST-MODIFIED (RFC 5545 section 3.8.7.2).
    stamp: changed,
    sequence: version - 1,
    status: STATUS[status],
    transparency: isOver ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    summary,
    ...(location && { location }),
  }
}

/** Ids are only unique within one practice, so the time of creation is added. */
const uidOf = ({ id, created_at }: CalendarBooking) => `booking-${id}-${Date.parse(created_at)}@atrium`

/** Events per part. Writing one takes about 0.1 ms. */
const BATCH = 50

const END = 'END:VCALENDAR\r\n'

/**
 * Events as text/calendar (RFC 5545): lines of at most 75 octets that end in CR LF. The text is produced in parts of a few milliseconds'
 * work each.
 */
export function* calendarParts(name: string, events: readonly ICalEventData[]): Generator<string, void> {
  const head = textOf(name, []).slice(0, -END.length)
  yield head
  for (let at = 0; at < events.length; at += BATCH)
    yield textOf(name, events.slice(at, at + BATCH)).slice(head.length, -END.length)
  yield END
}

/** A small calendar as one text. */
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

/** The library does not escape the calendar's name: a line break in it would start a new property (RFC 5545 section 3.3.11). */
const escaped = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|[\r\n]/g, '\\n')
