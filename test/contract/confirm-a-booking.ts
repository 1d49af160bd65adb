import { ApiError, type PluginContext, type Routes, table_store, Type } from '@atrium/sdk'

/** A transition with a rule, an event and a job, all in one transaction. Compiled, never run. */
const Booking = Type.Object({
  id: Type.Integer({ readOnly: true }),
  client_id: Type.Integer(),
  status: Type.Enum(['pending', 'confirmed', 'cancelled']),
  starts_at: Type.String({ format: 'date-time' }),
})

export function register_routes(routes: Routes, { db, events, jobs, call }: PluginContext) {
  const bookings = table_store(db, 'booking_bookings', Booking, {
    sort: ['starts_at'],
    filter: ['status', 'client_id'],
  })
  routes.records('/bookings/{id}', bookings)
  routes.post(
    '/bookings/{id}/confirm',
    { body: Type.Object({ note: Type.Optional(Type.String()) }), response: Booking, summary: 'Confirm a booking' },
    async ({ params, body, caller }) => {
      const booking = await bookings.get(params.id)
      if (booking.status !== 'pending') {
        throw new ApiError('transition_impossible', {
          status: 409,
          detail: `The booking [${params.id}] is [${booking.status}]; only a pending one can be confirmed.`,
          allowed: ['cancel'],
        })
      }
      await call('GET', `/api/v1/clients/clients/${booking.client_id}`)
      await events.emit('booking.confirmed', { booking_id: booking.id, by: caller.id, note: body.note })
      await jobs.add('booking.confirmation-mail', { booking_id: booking.id }, { key: `confirm-${booking.id}` })
      return bookings.update(params.id, { status: 'confirmed' })
    },
  )
  routes.bulk('/bookings/confirm', 'POST /bookings/{id}/confirm')
}

export function setup({ events, jobs, every, on_dispose, log }: PluginContext) {
  events.on<{ booking_id: number }>('booking.confirmed', ({ payload }) =>
    log.info('confirmed', { id: payload.booking_id }),
  )
  jobs.handle<{ booking_id: number }>('booking.confirmation-mail', async ({ payload, attempt }) => {
    log.info('mail', { id: payload.booking_id, attempt })
  })
  every(60_000, () => log.debug('expire pending bookings'))
  on_dispose(() => log.info('goodbye'))
}
