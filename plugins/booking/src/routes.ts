import { ApiError, invalid_values, type PluginContext, type Routes, Type } from '@atrium/sdk'
import { AgendaCount, AgendaDay, AgendaQuery, countAgenda, readAgenda } from './bookings/agenda.ts'
import { bookingRoutes } from './bookings/booking-routes.ts'
import { BookingStats, readStats } from './bookings/stats.ts'
import { Specialist } from './catalog/catalog-records.ts'
import { catalogTables, serviceSpecialists } from './catalog/catalog-tables.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import { hoursTables } from './hours/hours-tables.ts'
import { mailRoutes } from './mails/mail-routes.ts'
import { Quote, QuoteRequest } from './quotes/quote.ts'
import { giveQuote } from './quotes/quotes.ts'
import { seriesRoutes } from './series/series-routes.ts'
import type { Settings } from './settings.ts'
import { findSlots, Slot, SlotQuery } from './slots/find-slots.ts'
import { readWorkingTimes, WorkingTime } from './slots/working-times.ts'

/** Registers all routes of the plugin. */
export function register_routes(routes: Routes, context: PluginContext<Settings>) {
  catalogRoutes(routes, context)
  slotRoutes(routes, context)
  agendaRoutes(routes, context)
  bookingRoutes(routes, context)
  seriesRoutes(routes, context)
  feedRoutes(routes, context)
  mailRoutes(routes, context)
}

function catalogRoutes(routes: Routes, { db }: PluginContext<Settings>) {
  const { locations, services, specialists, offers } = catalogTables(db)
  const { hours, exceptions, holidays } = hoursTables(db)
  routes
    .records('/locations/{id}', locations)
    .records('/services/{id}', services)
    .get(
      '/services/{id}/specialists',
      {
        permission: 'booking.specialists.view',
        summary: 'List the active specialists who offer a service',
        list: specialists,
        response: Type.Array(Specialist),
      },
      ({ params, query }) => serviceSpecialists(params.id, query, { db, services, specialists }),
    )
    .records('/specialists/{id}', specialists)
    .records('/offers/{id}', offers)
    .records('/hours/{id}', hours)
    .records('/exceptions/{id}', exceptions)
    .records('/holidays/{id}', holidays)
}

function slotRoutes(routes: Routes, context: PluginContext<Settings>) {
  routes
    .get(
      '/slots',
      {
        summary: 'Find free slots',
        description: 'Sorted by time, then by specialist. A local time can appear twice when clocks are set back.',
        query: SlotQuery,
        response: Type.Array(Slot),
      },
      async ({ query }) => findSlots(context.db, await withSeenBooking(query, context), context.settings),
    )
    .post(
      '/bookings/quote',
      {
        permission: 'booking.bookings.quote',
        summary: 'Get a price quote',
        description: 'The price is binding until the quote expires: send its id as `quote_id` when booking.',
        body: QuoteRequest,
        response: Quote,
      },
      ({ body }) => giveQuote(body, context),
    )
}

/** Leaves out the booking to be moved if the caller cannot see its time, because the freed time would reveal it. */
async function withSeenBooking(query: SlotQuery, { call }: PluginContext<Settings>): Promise<SlotQuery> {
  const { booking_id, ...rest } = query
  if (booking_id === undefined) return query
  const seen = await call('GET', `/api/v1/booking/bookings/${booking_id}`).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 403) return {}
    throw error.status === 404 ? unknownBooking() : error
  })
  return 'starts_at' in (seen as object) ? query : rest
}

const unknownBooking = () =>
  invalid_values([{ pointer: '/booking_id', message: 'This booking does not exist', keyword: 'exists' }])

function agendaRoutes(routes: Routes, context: PluginContext<Settings>) {
  routes
    .get(
      '/agenda',
      {
        permission: 'booking.bookings.view',
        summary: 'Get the agenda by day and specialist',
        description: 'Without cancelled and expired bookings.',
        query: AgendaQuery,
        response: Type.Array(AgendaDay),
      },
      ({ query }) => readAgenda(context.db, query, context.settings),
    )
    .get(
      '/agenda/days',
      {
        permission: 'booking.bookings.view',
        summary: 'Count the bookings of each day',
        description: 'On the day they start on in the zone. Without cancelled and expired bookings.',
        tool: false,
        query: AgendaQuery,
        response: Type.Array(AgendaCount),
      },
      ({ query }) => countAgenda(context.db, query, context.settings),
    )
    .get(
      '/agenda/hours',
      {
        permission: 'booking.slots.view',
        summary: 'List when specialists work',
        description: 'Weekly hours and extra times, without absences and holidays.',
        tool: false,
        query: AgendaQuery,
        response: Type.Array(WorkingTime),
      },
      ({ query }) => readWorkingTimes(context.db, query, context.settings),
    )
    .get(
      '/stats',
      { permission: 'booking.bookings.view', summary: 'Get key figures about bookings', response: BookingStats },
      () => readStats(context.db, context.settings),
    )
}
