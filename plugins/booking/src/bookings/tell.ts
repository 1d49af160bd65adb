import type { PluginContext } from '@atrium/sdk'
import type { Booking, BookingStatus } from './booking.ts'

type Happening = Exclude<BookingStatus, 'pending'> | 'created' | 'rescheduled'

/** Tells other plugins what happened to a booking, with ids and nothing personal. */
export const tell = ({ events }: Pick<PluginContext, 'events'>, happening: Happening, booking: Booking) =>
  events.emit(`booking.${happening}`, {
    id: booking.id,
    client_id: booking.client_id,
    specialist_id: booking.specialist_id,
    service_id: booking.service_id,
  })
