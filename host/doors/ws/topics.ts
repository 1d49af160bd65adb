import type { Undo } from '@atrium/sdk'
import type { Registries } from '../../core/registries/index.ts'
import type { Client } from './client.ts'

/** Subscriptions by namespace and topic. They belong to the host and outlive generations. */
export class Topics<Subscriber> {
  /** By `<namespace>/<topic>`; namespace names contain no slash. */
  readonly #subscribers = new Map<string, Map<Subscriber, string>>()
  readonly #keys = new Map<Subscriber, Set<string>>()

  /** @param to `permission` admitted the subscribing message, and decides what is sent of each frame */
  subscribe(subscriber: Subscriber, to: { namespace: string; topic: string; permission: string }): void {
    const key = `${to.namespace}/${to.topic}`
    const subscribers = this.#subscribers.get(key) ?? new Map<Subscriber, string>()
    this.#subscribers.set(key, subscribers.set(subscriber, to.permission))
    const keys = this.#keys.get(subscriber) ?? new Set<string>()
    this.#keys.set(subscriber, keys.add(key))
  }

  unsubscribe(subscriber: Subscriber, namespace: string, topic: string): void {
    this.#remove(subscriber, `${namespace}/${topic}`)
  }

  /** The subscribers, each with the permission by which it subscribed. */
  of(namespace: string, topic: string): Iterable<readonly [Subscriber, string]> {
    return this.#subscribers.get(`${namespace}/${topic}`) ?? []
  }

  /** Removes all subscriptions of a subscriber. */
  leave(subscriber: Subscriber): void {
    for (const key of [...(this.#keys.get(subscriber) ?? [])]) this.#remove(subscriber, key)
  }

  /** Removes all subscriptions of a namespace. */
  close(namespace: string): void {
    const keys = [...this.#subscribers.keys()].filter((key) => key.startsWith(`${namespace}/`))
    for (const key of keys)
      for (const [subscriber] of [...(this.#subscribers.get(key) ?? [])]) this.#remove(subscriber, key)
  }

  #remove(subscriber: Subscriber, key: string): void {
    discard(this.#subscribers, key, subscriber)
    discard(this.#keys, subscriber, key)
  }
}

/** Also deletes empty containers, so that they do not pile up. */
function discard<Key, Value>(
  map: Map<Key, { delete(value: Value): boolean; readonly size: number }>,
  key: Key,
  value: Value,
): void {
  const holder = map.get(key)
  holder?.delete(value)
  if (holder?.size === 0) map.delete(key)
}

interface FollowNamespacesOptions {
  readonly registries: Registries
  readonly topics: Topics<Client>
  readonly clients: Iterable<Client>
}

/** The last owner of every namespace so far. */
interface FollowedNamespaces {
  /** The plugin that has the namespace or had it last. */
  ownerOf(name: string): string | undefined
  readonly stop: Undo
}

/**
 * Closes a namespace when its plugin is withdrawn or a reload no longer declares it: its subscriptions end, and its
 * clients are notified. A namespace that a reload declares again is unaffected.
 */
export function followNamespaces({ registries, topics, clients }: FollowNamespacesOptions): FollowedNamespaces {
  const owners = new Map<string, string>()
  let current = new Set<string>()

  function follow(): void {
    const list = registries.namespaces.list()
    const former = current
    current = new Set(list.map(({ name }) => name))
    for (const { name, owner } of list) owners.set(name, owner)
    for (const name of former) if (!current.has(name)) close(name)
  }

  function close(namespace: string): void {
    topics.close(namespace)
    const frame = { namespace, type: 'namespace.closed', payload: { plugin: owners.get(namespace) } }
    for (const client of clients) if (client.namespaces.delete(namespace)) client.send(frame)
  }

  follow()
  return { ownerOf: (name) => owners.get(name), stop: registries.onChange(follow) }
}
