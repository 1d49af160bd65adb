import { bookingEvent, calendarText } from '../icalendar.ts'
import type { MailBooking, Recipient } from './mail-sources.ts'
import type { MailKind } from '../bookings/announce.ts'

/** An e-mail ready to be sent. */
export interface WrittenMail {
  readonly to: Recipient
  readonly subject: string
  readonly text: string
  readonly attachments: readonly {
    readonly filename: string
    readonly content: string
    readonly contentType: string
  }[]
}

const WORDS: Readonly<Record<MailKind, { readonly subject: string; readonly one: string; readonly many: string }>> = {
  confirmed: {
    subject: 'Booking confirmed',
    one: 'Your booking is confirmed:',
    many: 'Your bookings are confirmed:',
  },
  rescheduled: {
    subject: 'Booking moved',
    one: 'Your booking has been moved to:',
    many: 'Your bookings have been moved to:',
  },
  cancelled: {
    subject: 'Booking cancelled',
    one: 'Your booking has been cancelled:',
    many: 'Your bookings have been cancelled:',
  },
  reinstated: {
    subject: 'Booking reinstated',
    one: 'Your booking was cancelled by mistake. It has been reinstated:',
    many: 'Your bookings were cancelled by mistake. They have been reinstated:',
  },
  unconfirmed: {
    subject: 'Booking awaiting confirmation',
    one: 'Your booking was confirmed by mistake. It is still to be confirmed:',
    many: 'Your bookings were confirmed by mistake. They are still to be confirmed:',
  },
  reminder: {
    subject: 'Reminder',
    one: 'We look forward to seeing you:',
    many: 'We look forward to seeing you:',
  },
}

/** Writes the e-mail about one booking, or about several of a series. Times are in the time zone of the booking. */
export function writeMail(kind: MailKind, bookings: readonly MailBooking[], to: Recipient): WrittenMail {
  const [first] = bookings
  if (first === undefined) throw new Error('An e-mail needs at least one booking.')
  const { subject, one, many } = WORDS[kind]
  const more = bookings.length > 1 ? ` and ${bookings.length - 1} more` : ''
  const lines = [
    `Hello ${oneLine(to.name)},`,
    bookings.length > 1 ? many : one,
    ...bookings.map(paragraphOf),
    'Open the attached file to update your calendar.',
  ]
  return {
    to: { name: oneLine(to.name), address: to.address },
    subject: oneLine(`${subject}: ${first.service}, ${timeOf(first)}${more}`),
    text: `${lines.join('\n\n')}\n`,
    attachments: [
      {
        filename: 'booking.ics',
        content: calendarText(
          first.service,
          bookings.map((booking) => bookingEvent(booking, eventText(booking))),
        ),
        contentType: 'text/calendar; charset=utf-8',
      },
    ],
  }
}

function paragraphOf(booking: MailBooking): string {
  const { service, specialist, zone, ends_at, cancel_fee } = booking
  const until = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone }).format(new Date(ends_at))
  return [
    `${service} with ${specialist}`,
    `${timeOf(booking)} to ${until} (${zone})`,
    placeOf(booking),
    ...(cancel_fee ? [`Cancellation fee: ${amountOf(cancel_fee, booking.currency)}`] : []),
  ]
    .map((line) => `  ${oneLine(line)}`)
    .join('\n')
}

const timeOf = ({ starts_at, zone }: MailBooking) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: zone }).format(
    new Date(starts_at),
  )

const placeOf = ({ location, address }: MailBooking) => (address === null ? location : `${location}, ${address}`)

const eventText = (booking: MailBooking) => ({
  summary: oneLine(`${booking.service} with ${booking.specialist}`),
  location: oneLine(placeOf(booking)),
})

/** Formats minor units. Currencies have between zero and three decimals. */
function amountOf(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Replaces control characters, so that no name can start a new line or header. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim()
