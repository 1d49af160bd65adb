import type { Channels } from '@atrium/sdk'
import { as_caller, known_elsewhere, type KnownRecord, type Place, reaches_record, records_in } from '@atrium/sdk/host'
import type { Database } from '../../base/db/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Namespace, Registries } from '../../core/registries/index.ts'
import type { Client } from './client.ts'
import { FrameRelay, type RelayedFrame } from './relay.ts'
import { requireFrame } from './frame-size.ts'
import type { Topics } from './topics.ts'

interface PublisherOptions {
  readonly registries: Registries
  readonly database: Pick<Database, 'afterCommit' | 'signals'>
  readonly topics: Topics<Client>
  readonly log: HostLogger
}

/** What plugins publish, on this host and on others. */
export interface Publisher {
  /** Makes the `channels.publish` of a plugin. It throws a TypeError if the payload is not JSON. */
  readonly publishFor: (plugin: string) => Channels['publish']
  close(): Promise<void>
}

/** Publishes on this host and, if several can share the database, on the others. Each host filters by the rights of its own receivers. */
export function createPublisher({ registries, database, topics, log }: PublisherOptions): Publisher {
  const { signals } = database
  const namespacesOf = (plugin: string) => registries.namespaces.list().filter(({ owner }) => owner === plugin)
  /** Serializes a frame for each namespace immediately, because the plugin may change its payload. The returned functions send it. */
  const prepare = (frame: Omit<RelayedFrame, 'records'>, records: readonly KnownRecord[]) => {
    const { topic, type, payload } = frame
    return namespacesOf(frame.plugin).map(({ name, withhold }) => {
      const text = JSON.stringify({ namespace: name, type, topic, payload })
      return () => send([...topics.of(name, topic)], text, { withhold, records })
    })
  }
  const deliver = (frame: RelayedFrame) => {
    const records = recordsFromElsewhere(frame)
    if (records !== undefined) prepare(frame, records).forEach((sendNow) => sendNow())
  }
  const relay = signals && new FrameRelay({ signals, log, deliver })

  return {
    publishFor:
      (plugin) =>
      (topic, { type, payload }, { this_host_only = false } = {}) => {
        if (namespacesOf(plugin).length === 0) return
        requireFrame(payload, `The payload of [${type}]`)
        const frame = { plugin, topic, type, payload }
        const found = records_in(payload)
        prepare(frame, found).forEach((sendNow) => database.afterCommit(sendNow))
        if (relay === undefined || this_host_only) return
        const records = found.map(({ table, place }) => [table, place] as const)
        const text = JSON.stringify({ ...frame, records } satisfies RelayedFrame)
        database.afterCommit(() => relay.send(text))
      },
    close: async () => relay?.close(),
  }
}

/** Undefined if this host does not know the table of a record, because it cannot decide who may see it. */
function recordsFromElsewhere({ payload, records }: RelayedFrame): readonly KnownRecord[] | undefined {
  const found = records.map(([table, place]) => {
    const record = at(payload, place)
    return typeof record === 'object' && record !== null ? known_elsewhere(table, record) : undefined
  })
  return found.every((record) => record !== undefined) ? found : undefined
}

const at = (payload: unknown, place: Place): unknown =>
  place.reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], payload)

/**
 * Sends a frame to each receiver who still holds the permission of its subscription and whose roles reach the records in it, without the
 * fields that the receiver may not see.
 */
function send(
  receivers: readonly (readonly [Client, string])[],
  text: string,
  { withhold, records }: Pick<Namespace, 'withhold'> & { readonly records: readonly KnownRecord[] },
): void {
  if (receivers.length === 0) return
  // The plugin may have changed the payload object since, so this parses the serialized one.
  const frame = JSON.parse(text) as { payload: unknown }
  for (const [client, permission] of receivers) {
    const { caller } = client
    if (!caller.can(permission)) continue
    as_caller(
      caller,
      () => {
        if (!records.every((record) => reaches_record(caller, record))) return
        const visible = withhold(frame.payload, caller)
        client.sendText(visible === frame.payload ? text : JSON.stringify({ ...frame, payload: visible }))
      },
      { permission },
    )
  }
}
