import type { PluginContext } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { MAIL, planMail } from './plan-mail.ts'
import { planReminder, REMIND, type Reminder, remind } from './plan-reminder.ts'
import { sendMail } from './send-mail.ts'

/** Writes to clients of what happens to their bookings. Whatever of this is repeated leads to no second e-mail. */
export function handleMails(context: PluginContext<Settings>) {
  const { events, jobs } = context
  for (const kind of ['confirmed', 'rescheduled', 'cancelled'] as const)
    events.on<{ id: number }>(`booking.${kind}`, async ({ id: occasion, payload }) => {
      await planMail({ booking_id: payload.id, kind, occasion: `${kind}/${occasion}` }, context)
      if (kind !== 'cancelled') await planReminder(payload.id, context)
    })
  jobs.handle<{ id: number }>(MAIL, ({ payload }) => sendMail(payload.id, context))
  jobs.handle<Reminder>(REMIND, ({ payload }) => remind(payload, context))
}
