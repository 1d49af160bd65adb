import type { ResourceRegistry } from '@atrium/sdk'
import { Feed } from '../feeds/feed.ts'
import { declare, GROUP, SPECIALISTS } from './declare.ts'

/** The screens of calendar feeds. Feeds are created over REST, which answers with the address. */
export function registerFeeds(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Feed)
      .id('calendar-feeds')
      .title('Calendar feeds')
      .description(
        'Calendars that can be subscribed to at a secret address. The address is shown only once, when a feed is created through the API.',
      )
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
              .confirm('The address stops working for good.'),
          ])
          .default_sort('name')
          .empty('No feeds yet', 'Feeds are created through the API, which shows the secret address once.'),
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
