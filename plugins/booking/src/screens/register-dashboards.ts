import { type CalendarOptions, emit_dashboard, type ResourceRegistry } from '@atrium/sdk'
import { Booking } from '../bookings/booking.ts'
import { API_BASE, CLIENTS, GROUP, LOCATIONS, STATUS_COLORS, SERVICES, SPECIALISTS } from './declare.ts'

/** The agenda: bookings in a calendar, without cancelled and expired ones. */
export function registerAgenda(registry: ResourceRegistry) {
  emit_dashboard(
    registry,
    'operations',
    'booking',
    (dashboard) =>
      dashboard
        .id('booking-agenda')
        .title('Agenda')
        .path('agenda')
        .icon('calendar')
        .api_base(API_BASE)
        .nav_group(GROUP, 28)
        .calendar('Agenda', '/bookings?status=pending&status=confirmed&status=completed&status=no_show', CALENDAR),
    { hide_title: true },
  )
}

const CALENDAR: CalendarOptions = {
  starts: 'starts_at',
  ends: 'ends_at',
  title: { field: 'client_id', list_path: CLIENTS, title_attribute: 'display_name' },
  resource: {
    field: 'specialist_id',
    list_path: SPECIALISTS,
    title_attribute: 'name',
    choices_path: `${SPECIALISTS}?active=true`,
  },
  color_by: { field: 'status', colors: STATUS_COLORS },
  counts: '/agenda/days',
  hours: '/agenda/hours',
  filters: [
    { field: 'specialist_id', list_path: SPECIALISTS, title_attribute: 'name' },
    { field: 'service_id', list_path: SERVICES, title_attribute: 'name' },
    { field: 'location_id', list_path: LOCATIONS, title_attribute: 'name' },
  ],
  screen: '/operations/bookings/:id',
  create: { label: 'Book', path: '/operations/bookings/create' },
  move: { path: '/bookings/{id}', when: { field: 'status', schema: { enum: ['pending', 'confirmed'] } } },
}

/** The overview: key figures and pending bookings. */
export function registerOverview(registry: ResourceRegistry) {
  emit_dashboard(registry, 'operations', 'booking', (dashboard) =>
    dashboard
      .id('booking-overview')
      .title('Overview')
      .path('booking')
      .icon('chart-bar')
      .api_base(API_BASE)
      .nav_group(GROUP, 29)
      .stats('/stats', (stat) => [
        stat.number('today'),
        stat.number('next_7_days').label('Next 7 days'),
        stat.number('pending').color('orange'),
        stat.number('completed_30_days').label('Completed (last 30 days)').color('green'),
        stat.number('no_show_30_days').label('No-shows (last 30 days)').color('red'),
        stat.number('cancelled_30_days').label('Cancelled (last 30 days)'),
      ])
      .table(Booking, (list) =>
        list
          .id('pending-bookings')
          .title('Pending bookings')
          .list_path('/bookings?status=pending')
          .view_path('/operations/bookings/:id')
          .record_title_attribute('starts_at')
          .record_subtitle('client_id', 'service_id')
          .table((table) =>
            table
              .columns((column) => [
                column.datetime('starts_at'),
                column.relation('client_id', CLIENTS, 'display_name'),
                column.relation('service_id', SERVICES, 'name'),
                column.relation('specialist_id', SPECIALISTS, 'name'),
                column.badge('status').color_by(STATUS_COLORS),
              ])
              .actions((action) => [action.row('confirm').post('/bookings/{id}/confirm').icon('check')])
              .default_sort('starts_at'),
          ),
      ),
  )
}
