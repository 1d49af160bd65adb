import type { ResourceRegistry } from '@atrium/sdk'
import { Conversation } from '../chat/conversation.ts'
import { AGENTS, declare, WORK } from './declare.ts'

const COLORS = { idle: 'gray', queued: 'blue', running: 'blue', waiting: 'orange' } as const

/** The list of conversations. */
export function registerConversations(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Conversation)
      .id('conversations')
      .title('Conversations')
      .icon('list')
      .module_path('conversations')
      .record_title_attribute('title')
      .nav_group(WORK, 10)
      .pages({ create: false, edit: false })
      .table((table) =>
        table
          .columns((column) => [
            column.text('title'),
            column.text('agent_name'),
            column.text('person_name').hidden(),
            column.badge('status').color_by(COLORS),
            column.number('input_tokens').label('Tokens read').hidden(),
            column.number('output_tokens').label('Tokens written').hidden(),
            column.since('updated_at'),
          ])
          .filters((filter) => [
            filter.relation('agent_id', AGENTS, 'name'),
            filter.select('status').multiple(),
            filter.date_range('updated_at'),
          ])
          .actions((action) => [
            action
              .row('delete')
              .delete('/conversations/{id}')
              .icon('trash')
              .color('red')
              .confirm('The conversation and everything in it is deleted.', { keep: 'Keep conversation' })
              .done('Conversation deleted'),
          ])
          .default_sort('updated_at', 'desc')
          .empty('No conversations yet', 'Choose an agent and write to it.'),
      )
      .infolist((infolist) =>
        infolist.entries((entry) => [
          entry.grid(3, [
            entry.text('agent_name'),
            entry.badge('status').color_by(COLORS),
            entry.datetime('updated_at'),
            entry.number('input_tokens').label('Tokens read'),
            entry.number('output_tokens').label('Tokens written'),
          ]),
        ]),
      ),
  )
}
