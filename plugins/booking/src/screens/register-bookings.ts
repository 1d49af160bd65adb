import type {
  ColumnFactory,
  EntryFactory,
  FieldFactory,
  FilterFactory,
  RelationBuilder,
  ResourceRegistry,
  Static,
} from '@atrium/sdk'
import { Booking } from '../bookings/booking.ts'
import { Transition } from '../bookings/transition.ts'
import { Mail } from '../mails/mail.ts'
import { bookingActions } from './booking-actions.ts'
import {
  CLIENTS,
  declare,
  GROUP,
  LOCATIONS,
  MAIL_COLORS,
  SERIES,
  SERVICES,
  ANY_SLOT,
  SLOTS,
  SPECIALISTS,
  STATUS_COLORS,
} from './declare.ts'

type Row = Static<typeof Booking>

/** The screens of bookings. */
export function registerBookings(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Booking)
      .id('bookings')
      .title('Bookings')
      .icon('book')
      .module_path('bookings')
      .record_title_attribute('starts_at')
      .record_subtitle('client_id', 'service_id')
      .record_time('starts_at')
      .nav_group(GROUP, 30)
      .table((table) =>
        table
          .columns(columns)
          .filters(filters)
          .actions(bookingActions)
          .default_sort('starts_at', 'desc')
          .create('Book')
          .empty('No bookings yet', 'Add services, specialists and their weekly hours first.'),
      )
      .form((form) => form.fields(formFields).create_and('confirm', 'Book and confirm'))
      .infolist((infolist) => infolist.entries((entry) => [bookingEntries(entry), cancellationEntries(entry)]))
      .relation(history)
      .relation(mails),
  )
}

const columns = (column: ColumnFactory<Row>) => [
  column.datetime('starts_at'),
  column.relation('client_id', CLIENTS, 'display_name'),
  column.badge('status').color_by(STATUS_COLORS),
  column.relation('service_id', SERVICES, 'name'),
  column.relation('specialist_id', SPECIALISTS, 'name'),
  column.money('price').summarize('sum'),
  column.relation('location_id', LOCATIONS, 'name').hidden(),
  column.since('created_at').hidden(),
]

const filters = (filter: FilterFactory<Row>) => [
  filter.select('status'),
  filter.date_range('starts_at'),
  filter.relation('client_id', CLIENTS, 'display_name'),
  filter.relation('specialist_id', SPECIALISTS, 'name'),
  filter.relation('service_id', SERVICES, 'name'),
  filter.relation('location_id', LOCATIONS, 'name'),
]

const formFields = (field: FieldFactory<Row>) => [
  field.section('Client', [field.relation('client_id', CLIENTS, 'display_name')]),
  field.section('Appointment', [
    field.grid(2, [
      field.relation('service_id', SERVICES, 'name').choices_path(`${SERVICES}?active=true`),
      field.relation('specialist_id', SPECIALISTS, 'name').choices_path('/services/{service_id}/specialists'),
    ]),
    field.slot('starts_at', SLOTS, ANY_SLOT).label('When').any_time(),
  ]),
  field.textarea('notes'),
]

const bookingEntries = (entry: EntryFactory<Row>) =>
  entry.section('Appointment', [
    entry.grid(3, [
      entry.badge('status').color_by(STATUS_COLORS),
      entry.datetime('starts_at').label('Starts'),
      entry.datetime('ends_at').label('Ends'),
      entry.relation('client_id', CLIENTS, 'display_name'),
      entry.relation('service_id', SERVICES, 'name'),
      entry.relation('specialist_id', SPECIALISTS, 'name'),
      entry.money('price'),
      entry.relation('location_id', LOCATIONS, 'name'),
      entry.text('zone'),
      entry.datetime('expires_at').label('Confirm by'),
      entry.relation('series_id', SERIES, 'rrule'),
    ]),
    entry.text('notes').multiline(),
  ])

const cancellationEntries = (entry: EntryFactory<Row>) =>
  entry.section('Cancellation', [
    entry.grid(3, [
      entry.text('cancelled_by'),
      entry.money('cancel_fee').label('Fee'),
      entry.text('cancel_reason').label('Reason'),
    ]),
  ])

const history = (relation: RelationBuilder) =>
  relation
    .id('booking-transitions')
    .title('Changes of status')
    .record(Transition)
    .list_path('/transitions?booking_id={id}')
    .table((table) =>
      table.columns((column) => [
        column.datetime('created_at'),
        column.badge('from_status').color_by(STATUS_COLORS),
        column.badge('to_status').color_by(STATUS_COLORS),
        column.text('caller_name'),
        column.text('reason').wrap(),
      ]),
    )

const mails = (relation: RelationBuilder) =>
  relation
    .id('booking-mails')
    .title('E-mails')
    .record(Mail)
    .list_path('/mails?booking_id={id}')
    .table((table) =>
      table.columns((column) => [
        column.datetime('created_at'),
        column.text('kind'),
        column.badge('status').color_by(MAIL_COLORS),
        column.text('reason').wrap(),
      ]),
    )
