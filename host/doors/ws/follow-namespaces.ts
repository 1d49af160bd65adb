import type { Undo } from '@atrium/sdk'
import type { Registries } from '../../core/registries/index.ts'
import type { Client } from './client.ts'
import type { Topics } from './topics.ts'

export interface FollowNamespacesOptions {
  readonly registries: Registries
  readonly topics: Topics<Client>
  readonly clients: Iterable<Client>
}

/** The namespaces that have been there, by the plugin that had each. */
export interface FollowedNamespaces {
  /** Who has, or had last, the namespace. */
  ownerOf(name: string): string | undefined
  readonly stop: Undo
}

/**
 * When a namespace goes, with its plugin or by a reload that no longer has it, its subscriptions go too and those who used it are
 * told. One that a reload has again is untouched.
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
