import { type Knex, type Static, table_store, Type } from '@atrium/sdk'
import { MAIL_KINDS } from '../bookings/announce.ts'
import { ofVisibleBookings } from '../bookings/booking-table.ts'

/** An e-mail to a client about a booking. */
export const Mail = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    booking_id: Type.Integer({ readOnly: true, title: 'Booking' }),
    kind: Type.Enum([...MAIL_KINDS], { readOnly: true }),
    status: Type.Enum(['waiting', 'sent', 'skipped', 'dropped', 'failed'], { readOnly: true }),
    reason: Type.Optional(
      Type.String({ readOnly: true, format: 'translated', description: 'Why it was skipped or dropped, or failed' }),
    ),
    message_id: Type.Optional(
      Type.String({ readOnly: true, description: 'Several bookings of a series share one e-mail' }),
    ),
    sent_at: Type.Optional(Type.String({ format: 'date-time', readOnly: true })),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Mail' },
)
export type Mail = Static<typeof Mail>

/** The e-mails about the bookings that the caller may see, including skipped and failed ones. */
export const mailTable = (db: Knex) =>
  table_store(db, 'booking_mails', Mail, {
    sort: ['created_at'],
    filter: ['booking_id', 'kind', 'status', 'created_at'],
    scope: ofVisibleBookings(db),
  })
