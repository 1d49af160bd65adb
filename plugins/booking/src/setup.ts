import type { PluginContext } from '@atrium/sdk'
import { EXPIRE, expireBooking } from './bookings/expire-booking.ts'
import { takeOverBookings } from './bookings/take-over-bookings.ts'
import { clientSection } from './bookings/client-section.ts'
import { handleMails } from './mails/handle-mails.ts'
import type { Settings } from './settings.ts'

/** What goes on without anybody asking. */
export function setup(context: PluginContext<Settings>) {
  const { jobs, events, contribute } = context
  jobs.handle<{ id: number }>(EXPIRE, ({ payload }) => expireBooking(payload.id, context))
  events.on<{ id: number; other_id: number }>('clients.merged', ({ payload }) => takeOverBookings(payload, context))
  handleMails(context)
  contribute<{ client_id: number }>('clients.record', ({ client_id }) => clientSection(client_id, context))
}
