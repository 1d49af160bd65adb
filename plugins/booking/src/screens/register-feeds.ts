import type { ResourceRegistry } from '@atrium/sdk'
import { Feed } from '../feeds/feed.ts'
import { declare, GROUP, SPECIALISTS } from './declare.ts'

/** Calendar feeds: who reads what, and ending it. They are made over REST, which tells their address. */
export function registerFeeds(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Feed)
      .id('calendar-feeds')
      .title('Calendar feeds')
      .description('Who has the address of one reads it. It is told once, when the feed is made over REST.')
      .icon('calendar')
      .module_path('calendar-feeds')
      .record_title_attribute('name')
      .nav_group(GROUP, 110)
      .pages({ create: false })
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
              .row('revoke')
              .delete('/calendar-feeds/{id}')
              .icon('x')
              .color('red')
              .confirm('Its address will lead nowhere, for good.'),
          ])
          .default_sort('name')
          .empty('No feeds', 'POST /api/v1/booking/calendar-feeds makes one and tells its address.'),
      )
      .form((form) =>
        form.fields((field) => [
          field.text('name'),
          field.relation('specialist_id', SPECIALISTS, 'name'),
          field.select('shows'),
        ]),
      ),
  )
}
