import type { ResourceRegistry } from '@atrium/sdk'
import { Credential } from '../credentials/credential.ts'
import { declare, SETUP } from './declare.ts'

const LABELS = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  'openai-compatible': 'OpenAI-compatible server',
  offline: 'Offline',
} as const

/** The screens of credentials. */
export function registerCredentials(registry: ResourceRegistry) {
  declare(registry, (resource) =>
    resource
      .record(Credential)
      .id('credentials')
      .title('Credentials')
      .description('Access to providers of language models. Keys are stored encrypted and never shown again.')
      .icon('key')
      .module_path('credentials')
      .record_title_attribute('name')
      .nav_group(SETUP, 60)
      .table((table) =>
        table
          .columns((column) => [
            column.text('name'),
            column.badge('kind').options(LABELS),
            column.text('base_url'),
            column.text('key_hint'),
            column.since('key_set_at'),
          ])
          .filters((filter) => [filter.select('kind').options(LABELS)])
          .actions((action) => [
            action.row('test').post('/credentials/{id}/test').icon('plug').done('The provider answers'),
          ])
          .default_sort('name')
          .create()
          .empty('No credentials yet', 'An agent needs one: for a provider, for a server of your own, or offline.'),
      )
      .form((form) =>
        form.fields((field) => [
          field.grid(2, [field.text('name'), field.select('kind').options(LABELS)]),
          field
            .text('base_url')
            .placeholder('https://llm.example.org/v1')
            .visible_when('kind', { enum: ['openai', 'anthropic', 'openai-compatible'] })
            .required_when('kind', { const: 'openai-compatible' }),
          field.text('api_key').visible_when('kind', { enum: ['openai', 'anthropic', 'openai-compatible'] }),
        ]),
      )
      .infolist((infolist) =>
        infolist.entries((entry) => [
          entry.grid(2, [
            entry.text('name'),
            entry.badge('kind').options(LABELS),
            entry.text('base_url'),
            entry.text('key_hint'),
            entry.datetime('key_set_at'),
            entry.datetime('updated_at'),
          ]),
        ]),
      ),
  )
}
