import type { Tools } from '@atrium/sdk'

/** What agents are told about booking. */
export function register_mcp_tools(tools: Tools) {
  tools
    .operation('find_slots', 'GET /slots', {
      description:
        'Find times at which a service can be booked, from one day to another (62 at most). Look the service up with booking_list_services first. Tell people `local_start`; book with `starts_at`, which tells two slots of the same wall time apart.',
    })
    .operation('quote', 'POST /bookings/quote', {
      description:
        'Say what one or several bookings of a service cost, with discount and tax, in minor units (1990 is 19.90). The price binds until `expires_at`, where `quote_id` is given when booking. Books nothing.',
      destructive: false,
    })
    .operation('book', 'POST /bookings', {
      description:
        'Book a slot for a client: `client_id`, `service_id`, `specialist_id` and the `starts_at` of a slot from booking_find_slots. The booking is pending and expires unless it is confirmed. `slot_taken` means somebody was faster: find slots again.',
    })
    .operation('book_series', 'POST /bookings/series', {
      description:
        'Book several dates by a recurrence rule: `starts_at` of the first slot and `rrule` as FREQ=WEEKLY;COUNT=10. Ask with `dry_run: 1` first and tell the `conflicts`. Mode `all` books every date or none (`series_conflicts` names those that do not fit), `fitting` books those that fit. All are pending: confirm them with booking_confirm_series.',
      destructive: false,
    })
    .operation('confirm_series', 'POST /series/{id}/confirm', {
      description: 'Confirm all pending bookings of a series, so that they do not expire.',
      destructive: false,
    })
    .operation('cancel_series', 'PATCH /series/{id}/cancel', {
      description:
        'Cancel what is to come of a series, or from a day on; this cannot be undone. Say `by: client` where the client asked for it, and a `reason`. Each booking in the answer has its `cancel_fee`: tell what they cost.',
      destructive: true,
    })
    .operation('confirm_booking', 'POST /bookings/{id}/confirm', {
      description:
        'Confirm a pending booking, so that it does not expire. Others are refused, naming what is possible.',
      destructive: false,
    })
    .operation('cancel_booking', 'PATCH /bookings/{id}/cancel', {
      description:
        'Cancel a pending or confirmed booking; this cannot be undone. Say `by: client` where the client asked for it, and a `reason`. `cancel_fee` in the answer is what a late cancellation costs the client: tell it.',
      destructive: true,
    })
    .operation('complete_booking', 'POST /bookings/{id}/complete', {
      description: 'Say that the client of a confirmed booking was there.',
      destructive: false,
    })
    .operation('no_show_booking', 'POST /bookings/{id}/no-show', {
      description: 'Say that the client of a confirmed booking did not come; this cannot be undone.',
    })
    .operation('agenda', 'GET /agenda', {
      description:
        'Read the calendar from one day to another (62 at most): each day with who has which bookings. Cancelled and expired ones are left out.',
    })
}
