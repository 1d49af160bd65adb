import type { ActionFactory, FormBuilder, Static } from '@atrium/sdk'
import { Booking } from '../bookings/booking.ts'
import { Cancellation } from '../bookings/change-status.ts'
import { SLOT, SLOTS, SPECIALISTS } from './declare.ts'

type Actions = ActionFactory<Static<typeof Booking>>

const OPEN = { enum: ['pending', 'confirmed'] } as const

/** The actions on a booking. */
export const bookingActions = (action: Actions) => [
  confirmAction(action),
  action
    .row('complete')
    .post('/bookings/{id}/complete')
    .icon('check')
    .done('Booking completed')
    .primary()
    .visible_when('status', { const: 'confirmed' })
    .not_before('starts_at'),
  rescheduleAction(action),
  noShowAction(action),
  cancelAction(action),
  action
    .bulk('confirm')
    .post('/bookings/confirm')
    .icon('check')
    .done('Bookings confirmed')
    .visible_when('status', { const: 'pending' }),
  action
    .bulk('complete')
    .post('/bookings/complete')
    .icon('check')
    .done('Bookings completed')
    .visible_when('status', { const: 'confirmed' })
    .not_before('starts_at'),
  cancelManyAction(action),
]

const confirmAction = (action: Actions) =>
  action
    .row('confirm')
    .post('/bookings/{id}/confirm')
    .icon('check')
    .color('green')
    .done('Booking confirmed')
    .primary()
    .visible_when('status', { const: 'pending' })

const rescheduleAction = (action: Actions) =>
  action
    .row('reschedule')
    .patch('/bookings/{id}')
    .icon('clock')
    .done('Booking moved')
    .visible_when('status', OPEN)
    .form(Booking, (form) =>
      form.fields((field) => [
        field.relation('specialist_id', SPECIALISTS, 'name').choices_path('/services/{service_id}/specialists'),
        field.slot('starts_at', SLOTS, SLOT).label('When').any_time(),
      ]),
    )

const noShowAction = (action: Actions) =>
  action
    .row('no-show')
    .post('/bookings/{id}/no-show')
    .label('Mark as no-show')
    .icon('ban')
    .confirm('The client did not show up.', { keep: 'Keep as confirmed' })
    .done('Booking marked as no-show')
    .visible_when('status', { const: 'confirmed' })
    .not_before('starts_at')

const cancelAction = (action: Actions) =>
  action
    .row('cancel')
    .patch('/bookings/{id}/cancel')
    .label('Cancel booking')
    .icon('x')
    .color('red')
    .confirm('The time becomes available to others.', { keep: 'Keep booking' })
    .done('Booking cancelled')
    .visible_when('status', OPEN)
    .form(Cancellation, cancellationForm)

const cancelManyAction = (action: Actions) =>
  action
    .bulk('cancel')
    .post('/bookings/cancel')
    .label('Cancel bookings')
    .icon('x')
    .color('red')
    .confirm('The times become available to others.', { keep: 'Keep bookings' })
    .done('Bookings cancelled')
    .visible_when('status', OPEN)
    .form(Cancellation, cancellationForm)

const cancellationForm = (form: FormBuilder<Static<typeof Cancellation>>) =>
  form.fields((field) => [
    field.select('by').label('Cancelled by').description('A client who cancels late is charged the cancellation fee.'),
    field.textarea('reason'),
  ])
