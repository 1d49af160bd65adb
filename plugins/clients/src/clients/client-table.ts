import { type PluginContext, table_store, type WritableStore } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { addToTimeline } from '../timeline/timeline.ts'
import { changeOf } from './client-change.ts'
import { writeKeys } from './client-keys.ts'
import { Client } from './client.ts'
import { prepareClient } from './prepare-client.ts'

const RULES = {
  sort: ['display_name', 'email', 'created_at', 'updated_at'],
  filter: ['kind', 'tags', 'archived', 'owner', 'email', 'phone', 'created_at'],
  search: ['display_name', 'email', 'phone'],
} as const

/** All clients, archived ones too. Whoever changes one leaves a trace in its timeline, and events for other plugins. */
export function clientTable({ db, events, settings }: PluginContext<Settings>): WritableStore<Client> {
  return table_store(db, 'clients_clients', Client, {
    ...RULES,
    before: async (client, current) => {
      const prepared = prepareClient(client, current, settings)
      const change = current && changeOf(current, prepared)
      if (current && change) await addToTimeline(db, current.id, change)
      if (current && (change?.kind === 'archived' || change?.kind === 'merged'))
        await events.emit('clients.archived', { id: current.id })
      if (current && change?.kind === 'restored') await events.emit('clients.restored', { id: current.id })
      return prepared
    },
    after: async (client, change) => {
      await writeKeys(db, client, { isNew: change === 'created' })
      if (change !== 'created') return
      await addToTimeline(db, client.id, { kind: 'created' })
      await events.emit('clients.created', { id: client.id })
    },
  })
}
