import type { Tools } from '@atrium/sdk'

/** The tools for agents, with descriptions written for them. */
export function register_mcp_tools(tools: Tools) {
  tools
    .operation('find_slots', 'GET /slots', {
      description:
        'Find free slots of a service within a range of at most 62 days. Look up the service with booking_list_services first. Show `local_start` to people; book with `starts_at`, which is unique even when a local time occurs twice.',
    })
    .operation('quote', 'POST /bookings/quote', {
      description:
        'Get the price of one or more bookings of a service, with discount and tax, in minor units (1990 is 19.90). To keep this price, send the id as `quote_id` when booking before `expires_at`. Does not book anything.',
      destructive: false,
    })
    .operation('book', 'POST /bookings', {
      description:
        'Book a slot for a client: `client_id`, `service_id`, `specialist_id` and the `starts_at` of a slot from booking_find_slots. The booking is pending and expires unless it is confirmed. `slot_taken` means that somebody else has just booked it: find slots again.',
    })
    .operation('book_series', 'POST /bookings/series', {
      description:
        'Book several dates by a recurrence rule: `starts_at` of the first slot and `rrule`, for example FREQ=WEEKLY;COUNT=10. Call it with `dry_run: 1` first and report the `conflicts`. Mode `all` books every date or none (`series_conflicts` lists the dates that are not available); `fitting` books the available dates. All bookings are pending: confirm them with booking_confirm_series.',
      destructive: false,
    })
    .operation('confirm_series', 'POST /series/{id}/confirm', {
      description: 'Confirm all pending bookings of a series, so that they do not expire.',
      destructive: false,
    })
    .operation('cancel_series', 'PATCH /series/{id}/cancel', {
      description:
        'Cancel all upcoming bookings of a series, or those from a given day on. This cannot be undone. Set `by: client` if the client asked for it, and give a `reason`. Each booking in the answer has a `cancel_fee`: report it.',
      destructive: true,
    })
    .operation('confirm_booking', 'POST /bookings/{id}/confirm', {
      description:
        'Confirm a pending booking, so that it does not expire. For any other status, the error lists the allowed changes.',
      destructive: false,
    })
    .operation('cancel_booking', 'PATCH /bookings/{id}/cancel', {
      description:
        'Cancel a pending or confirmed booking. This cannot be undone. Set `by: client` if the client asked for it, and give a `reason`. `cancel_fee` in the answer is what a late cancellation costs the client: report it.',
      destructive: true,
    })
    .operation('complete_booking', 'POST /bookings/{id}/complete', {
      description: 'Mark a confirmed booking as completed: the client came.',
      destructive: false,
    })
    .operation('no_show_booking', 'POST /bookings/{id}/no-show', {
      description: 'Mark a confirmed booking as a no-show: the client did not show up. This cannot be undone.',
    })
    .operation('agenda', 'GET /agenda', {
      description:
        'Read the agenda for a range of at most 62 days: the bookings of each specialist on each day, without cancelled and expired ones.',
    })
}
