import { ICalCalendar, type ICalEventData } from 'ical-generator'

/** Events as text/calendar (RFC 5545): lines of at most 75 octets that end in CR LF. */
export function calendarText(name: string, events: readonly ICalEventData[]): string {
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
