import { ICalCalendar, type ICalEventData } from 'ical-generator'

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
