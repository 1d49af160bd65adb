import { answer, created, type PluginContext, type Routes, Type } from '@atrium/sdk'
import { Booking } from '../bookings/booking.ts'
import type { Settings } from '../settings.ts'
import { bookSeries } from './book-series.ts'
import { cancelSeries, confirmSeries, SeriesCancellation } from './change-series.ts'
import { seriesTable, SeriesOutcome, SeriesRequest } from './series.ts'

const DryRun = Type.Object({
  dry_run: Type.Optional(
    Type.Enum(['0', '1'], { description: '`1` checks which dates are available without booking anything' }),
  ),
})

/** Routes for booking, confirming and cancelling series. */
export function seriesRoutes(routes: Routes, context: PluginContext<Settings>) {
  const series = seriesTable(context.db)
  routes
    .post(
      '/bookings/series',
      {
        permission: 'booking.bookings.create',
        summary: 'Book a series',
        description:
          'Books the dates of a recurrence rule, each at the local time of the first in the time zone of the specialist. Unavailable dates are listed in the answer; with mode `all`, or if no date is available, the answer is 409.',
        query: DryRun,
        body: SeriesRequest,
        response: SeriesOutcome,
      },
      async ({ body, query }) => {
        const outcome = await bookSeries(body, context, { dry_run: query.dry_run === '1' })
        if (outcome.id === undefined) return outcome
        return answer(created(outcome), { headers: { location: `/api/v1/booking/series/${outcome.id}` } })
      },
    )
    .records('/series/{id}', series, { writes: [] })
    .patch(
      '/series/{id}/cancel',
      {
        permission: 'booking.bookings.cancel',
        summary: 'Cancel the rest of a series',
        description:
          'Cancels all upcoming pending and confirmed bookings, or those from a given day on. Answers with the cancelled bookings.',
        body: SeriesCancellation,
        response: Type.Array(Booking),
      },
      ({ params: { id }, body }) => cancelSeries(id, body, context),
    )
    .post(
      '/series/{id}/confirm',
      {
        permission: 'booking.bookings.confirm',
        summary: 'Confirm all pending bookings of a series',
        response: Type.Array(Booking),
      },
      ({ params: { id } }) => confirmSeries(id, context),
    )
}
