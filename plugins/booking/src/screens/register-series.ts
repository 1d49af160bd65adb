import type {
  ActionFactory,
  ColumnFactory,
  EntryFactory,
  FieldFactory,
  RelationBuilder,
  ResourceRegistry,
} from '@atrium/sdk'
import { Booking } from '../bookings/booking.ts'
import { SeriesCancellation } from '../series/change-series.ts'
import { Series } from '../series/series.ts'
import { CLIENTS, declare, GROUP, SERVICES, ANY_SLOT, SLOTS, SPECIALISTS, STATUS_COLORS } from './declare.ts'

/** The screens of series. */
export function registerSeries(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Series)
      .id('series')
      .title('Series')
      .icon('calendar')
      .module_path('series')
      .create_path('/bookings/series')
      .record_title_attribute('rrule')
      .record_subtitle('client_id', 'service_id')
      .nav_group(GROUP, 35)
      .table((table) =>
        table
          .columns(columns)
          .filters((filter) => [filter.date_range('starts_at')])
          .actions((action) => [confirmAction(action), cancelAction(action)])
          .default_sort('starts_at', 'desc')
          .create('Book a series'),
      )
      .form((form) => form.fields(formFields))
      .pages({ edit: false })
      .infolist((infolist) => infolist.entries(entries))
      .relation(bookingsOfSeries),
  )
}

const columns = (column: ColumnFactory<Series>) => [
  column.datetime('starts_at'),
  column.text('rrule'),
  column.relation('client_id', CLIENTS, 'display_name'),
  column.relation('service_id', SERVICES, 'name'),
  column.relation('specialist_id', SPECIALISTS, 'name'),
  column.since('created_at').hidden(),
]

const confirmAction = (action: ActionFactory<Series>) =>
  action
    .row('confirm')
    .post('/series/{id}/confirm')
    .icon('check')
    .color('green')
    .label('Confirm all')
    .done('All bookings confirmed')

const cancelAction = (action: ActionFactory<Series>) =>
  action
    .row('cancel')
    .patch('/series/{id}/cancel')
    .icon('x')
    .color('red')
    .label('Cancel upcoming bookings')
    .confirm('Their times become available to others.', { keep: 'Keep bookings' })
    .done('Upcoming bookings cancelled')
    .form(SeriesCancellation, (form) =>
      form.fields((field) => [
        field.date('from').label('From').description('The first day to cancel. Empty: all upcoming bookings.'),
        field.select('by').label('Cancelled by'),
        field.textarea('reason'),
      ]),
    )

const formFields = (field: FieldFactory<Series>) => [
  field.section('Client', [field.relation('client_id', CLIENTS, 'display_name')]),
  field.section('Appointment', [
    field.grid(2, [
      field.relation('service_id', SERVICES, 'name').choices_path(`${SERVICES}?active=true`),
      field.relation('specialist_id', SPECIALISTS, 'name').choices_path('/services/{service_id}/specialists'),
    ]),
    field.slot('starts_at', SLOTS, ANY_SLOT).label('First date').any_time(),
    field.recurrence('rrule').units('daily', 'weekly', 'monthly').ends('always'),
    field.select('mode').options({ all: 'All dates or none', fitting: 'Available dates only' }),
  ]),
  field.textarea('notes'),
]

const entries = (entry: EntryFactory<Series>) => [
  entry.grid(3, [
    entry.relation('client_id', CLIENTS, 'display_name'),
    entry.relation('service_id', SERVICES, 'name'),
    entry.relation('specialist_id', SPECIALISTS, 'name'),
    entry.datetime('starts_at'),
    entry.text('zone'),
    entry.text('rrule'),
  ]),
  entry.text('notes').multiline(),
]

const bookingsOfSeries = (relation: RelationBuilder) =>
  relation
    .id('bookings-of-series')
    .title('Bookings')
    .record(Booking)
    .list_path('/bookings?series_id={id}')
    .view_path('/operations/bookings/:id')
    .record_title_attribute('starts_at')
    .table((table) =>
      table
        .columns((column) => [
          column.datetime('starts_at'),
          column.badge('status').color_by(STATUS_COLORS),
          column.money('price'),
        ])
        .default_sort('starts_at'),
    )
