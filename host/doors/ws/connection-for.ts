import type { Connection } from '@atrium/sdk'
import type { NamespaceRegistry, Namespace } from '../../core/registries/index.ts'
import type { Client } from './client.ts'
import type { Topics } from './topics.ts'

interface Surroundings {
  readonly namespace: Namespace
  readonly namespaces: NamespaceRegistry
  readonly topics: Topics<Client>
}

/**
 * A client as the handlers of one namespace see it: its topics are theirs alone. What a namespace that is gone still subscribes to
 * is nothing: nobody would ever take it out again.
 */
export function connectionFor(client: Client, { namespace, namespaces, topics }: Surroundings): Connection {
  const { name, owner } = namespace
  return {
    id: client.id,
    caller: client.caller,
    subscribe: (topic) => {
      if (client.isOpen && namespaces.get(name)?.owner === owner) topics.subscribe(client, name, topic)
    },
    unsubscribe: (topic) => topics.unsubscribe(client, name, topic),
  }
}
