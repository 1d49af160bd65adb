import type { ResourceRegistry } from '@atrium/sdk'
import { Exception, Holiday, WeeklyHours } from '../hours/hours-records.ts'
import { declare, GROUP, LOCATIONS, SPECIALISTS } from './declare.ts'

/** The screens of weekly hours, exceptions and holidays. */
export function registerHours(registry: ResourceRegistry) {
  registerWeeklyHours(registry)
  registerExceptions(registry)
  registerHolidays(registry)
}

function registerWeeklyHours(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(WeeklyHours)
      .id('hours')
      .title('Weekly hours')
      .icon('clock')
      .module_path('hours')
      .record_title_attribute('rrule')
      .record_subtitle('specialist_id')
      .nav_group(GROUP, 80)
      .table((table) =>
        table
          .columns((column) => [
            column.relation('specialist_id', SPECIALISTS, 'name'),
            column.text('rrule'),
            column.text('opens').label('Opens (local time)'),
            column.text('closes').label('Closes (local time)'),
            column.date('starts_on'),
            column.date('ends_on'),
          ])
          .create(),
      )
      .form((form) =>
        form.fields((field) => [
          field.relation('specialist_id', SPECIALISTS, 'name').choices_path(`${SPECIALISTS}?active=true`),
          field.recurrence('rrule').units('weekly').ends('never'),
          field.grid(2, [
            field.time('opens'),
            field.time('closes').placeholder('17:00'),
            field.date('starts_on'),
            field.date('ends_on'),
          ]),
        ]),
      ),
  )
}

function registerExceptions(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Exception)
      .id('exceptions')
      .title('Exceptions')
      .description('Absences during weekly hours, and extra hours outside them.')
      .icon('ban')
      .module_path('exceptions')
      .record_title_attribute('reason')
      .record_subtitle('specialist_id')
      .nav_group(GROUP, 90)
      .table((table) =>
        table
          .columns((column) => [
            column.relation('specialist_id', SPECIALISTS, 'name'),
            column.badge('kind').color_by({ absent: 'orange', extra: 'green' }),
            column.datetime('starts_at'),
            column.datetime('ends_at'),
            column.text('reason'),
          ])
          .filters((filter) => [filter.select('kind'), filter.date_range('starts_at')])
          .default_sort('starts_at', 'desc')
          .create(),
      )
      .form((form) =>
        form.fields((field) => [
          field.grid(2, [
            field.relation('specialist_id', SPECIALISTS, 'name').choices_path(`${SPECIALISTS}?active=true`),
            field.select('kind'),
            field.datetime('starts_at'),
            field.datetime('ends_at'),
          ]),
          field.text('reason'),
        ]),
      ),
  )
}

function registerHolidays(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Holiday)
      .id('holidays')
      .title('Holidays')
      .icon('star')
      .module_path('holidays')
      .record_title_attribute('name')
      .nav_group(GROUP, 100)
      .table((table) =>
        table
          .columns((column) => [
            column.date('day'),
            column.text('name'),
            column.relation('location_id', LOCATIONS, 'name'),
          ])
          .filters((filter) => [filter.date_range('day')])
          .default_sort('day', 'desc')
          .create(),
      )
      .form((form) =>
        form.fields((field) => [
          field.grid(2, [field.text('name'), field.date('day')]),
          field.relation('location_id', LOCATIONS, 'name'),
        ]),
      ),
  )
}
