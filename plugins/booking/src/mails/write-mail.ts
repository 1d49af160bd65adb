import { bookingEvent, calendarText } from '../icalendar.ts'
import type { MailKind } from './mail.ts'
import type { MailBooking, Recipient } from './mail-sources.ts'

/** An e-mail as it is handed to a transport. */
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
  confirmed: { subject: 'Confirmed', one: 'your booking is confirmed:', many: 'your bookings are confirmed:' },
  rescheduled: { subject: 'New time', one: 'your booking was moved to:', many: 'your bookings were moved to:' },
  cancelled: { subject: 'Cancelled', one: 'your booking was cancelled:', many: 'your bookings were cancelled:' },
  reminder: {
    subject: 'Reminder',
    one: 'we are looking forward to seeing you:',
    many: 'we are looking forward to seeing you:',
  },
}

/** What a client reads of one booking, or of several that are told together; times are those of the booking's zone. */
export function writeMail(kind: MailKind, bookings: readonly MailBooking[], to: Recipient): WrittenMail {
  const [first] = bookings
  if (first === undefined) throw new Error('An e-mail is about at least one booking.')
  const { subject, one, many } = WORDS[kind]
  const more = bookings.length > 1 ? ` and ${bookings.length - 1} more` : ''
  const lines = [
    `Hello ${oneLine(to.name)},`,
    bookings.length > 1 ? many : one,
    ...bookings.map(paragraphOf),
    'The attached file puts this into your calendar.',
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

/** From minor units: some currencies have no cents, some have thousandths. */
function amountOf(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Names are people's: none of them begins a line, let alone a header. */
const oneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim()
