import { type PluginContext, table_store, type WritableStore } from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import { addKeys, writeKeys } from './client-keys.ts'
import { Client } from './client.ts'
import { prepareClient } from './prepare-client.ts'
import { addToTimeline, type TimelineEntry } from './timeline.ts'

const RULES = {
  sort: ['display_name', 'email', 'created_at', 'updated_at'],
  filter: ['kind', 'tags', 'archived', 'owner', 'email', 'phone', 'created_at'],
  search: ['display_name', 'email', 'phone'],
} as const

/**
 * The table of clients, archived ones included. Every change adds an entry to the timeline of the client, updates its keys for finding
 * duplicates, and emits events for other plugins.
 */
export function clientTable({ db, events, settings }: PluginContext<Settings>): WritableStore<Client> {
  const afterCreation = async (clients: readonly Client[]) => {
    const ids = clients.map(({ id }) => id)
    await addKeys(db, clients)
    await addToTimeline(db, ids, { kind: 'created' })
    await events.emit_many(
      'clients.created',
      ids.map((id) => ({ id })),
    )
  }
  const beforeUpdate = async (current: Client, next: Partial<Client>) => {
    const change = changeOf(current, next)
    if (change === undefined) return
    await addToTimeline(db, current.id, change)
    if (change.kind === 'archived' || change.kind === 'merged')
      await events.emit('clients.archived', { id: current.id })
    if (change.kind === 'restored') await events.emit('clients.restored', { id: current.id })
  }
  return table_store(db, 'clients_clients', Client, {
    ...RULES,
    before: async (client, current) => {
      const prepared = await prepareClient(client, current, settings)
      if (current) await beforeUpdate(current, prepared)
      return prepared
    },
    after: async (client, change) => {
      if (change === 'created') return afterCreation([client])
      await writeKeys(db, client)
    },
    after_many: afterCreation,
  })
}

type Change = Required<Pick<TimelineEntry, 'kind' | 'details'>>

/** The timeline entry for a change; undefined if nothing changes. */
function changeOf(current: Client, next: Partial<Client>): Change | undefined {
  if (!current.archived && next.archived === true) {
    return next.merged_into === undefined
      ? { kind: 'archived', details: {} }
      : { kind: 'merged', details: { into: next.merged_into } }
  }
  if (current.archived && next.archived === false) return { kind: 'restored', details: {} }
  const names = new Set([...Object.keys(current), ...Object.keys(next)]) as Set<keyof Client>
  const fields = [...names].filter((name) => JSON.stringify(current[name]) !== JSON.stringify(next[name]))
  return fields.length === 0 ? undefined : { kind: 'changed', details: { fields } }
}
