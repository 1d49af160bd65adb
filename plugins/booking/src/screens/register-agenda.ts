import { emit_dashboard, type ResourceRegistry } from '@atrium/sdk'
import { API_BASE, CLIENTS, GROUP, STATUS_COLORS } from './declare.ts'

/** The calendar: whose bookings when, and with whom. What was cancelled or has expired is not in it. */
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
        .calendar('Agenda', '/bookings?status=pending&status=confirmed&status=completed&status=no_show', {
          starts: 'starts_at',
          ends: 'ends_at',
          title: { field: 'client_id', list_path: CLIENTS, title_attribute: 'display_name' },
          resource: {
            field: 'specialist_id',
            list_path: '/specialists',
            title_attribute: 'name',
            choices_path: '/specialists?active=true',
          },
          color_by: { field: 'status', colors: STATUS_COLORS },
          screen: '/operations/bookings/:id',
          create: { label: 'Book', path: '/operations/bookings/create' },
          move: { path: '/bookings/{id}', when: { field: 'status', schema: { enum: ['pending', 'confirmed'] } } },
        }),
    { hide_title: true },
  )
}
