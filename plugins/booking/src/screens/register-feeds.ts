import type { ResourceRegistry } from '@atrium/sdk'
import { Feed } from '../feeds/feed.ts'
import { declare, GROUP, SPECIALISTS } from './declare.ts'

/** The screens of calendar feeds. The shell shows the address of a new one once. */
export function registerFeeds(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Feed)
      .id('calendar-feeds')
      .title('Calendar feeds')
      .description(
        'Calendars that can be subscribed to at a secret address. The address is shown only once, when a feed is created or its address is replaced.',
      )
      .icon('calendar')
      .module_path('calendar-feeds')
      .record_title_attribute('name')
      .nav_group(GROUP, 110)
      .table((table) =>
        table
          .columns((column) => [
            column.text('name'),
            column.relation('specialist_id', SPECIALISTS, 'name'),
            column.badge('shows').color_by({ busy: 'gray', client: 'orange' }),
            column.since('created_at'),
          ])
          .actions((action) => [
            action
              .row('rotate')
              .post('/calendar-feeds/{id}/rotate')
              .label('New address')
              .icon('refresh')
              .confirm('The present address stops working. The new one is shown once.', { keep: 'Keep address' })
              .done('Address replaced'),
            action
              .row('revoke')
              .delete('/calendar-feeds/{id}')
              .icon('x')
              .color('red')
              .confirm('The address stops working for good.', { keep: 'Keep feed' })
              .done('Feed revoked'),
          ])
          .default_sort('name')
          .create()
          .empty('No feeds yet', 'A feed shows bookings in a calendar program. Its secret address is shown once.'),
      )
      .form((form) =>
        form.fields((field) => [
          field.text('name'),
          field.relation('specialist_id', SPECIALISTS, 'name').choices_path(`${SPECIALISTS}?active=true`),
          field.select('shows'),
        ]),
      ),
  )
}
