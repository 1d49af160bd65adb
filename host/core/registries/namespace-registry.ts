import type { MessageCall } from '@atrium/sdk'
import type { MessageRule, Withhold } from '@atrium/sdk/host'
import type { Lease } from '../../base/lifetime/index.ts'

/** The WebSocket namespace in which the host announces changes. Plugins cannot use this name. */
export const SHELL_NAMESPACE = 'shell'

/** The WebSocket namespaces by the plugin that owns them. */
export class NamespaceRegistry {
  readonly #owned = new Map<string, readonly Namespace[]>()

  /** Replaces an owner's namespaces. */
  replace(owner: string, namespaces: readonly Namespace[]): void {
    if (namespaces.length === 0) this.#owned.delete(owner)
    else this.#owned.set(owner, namespaces)
  }

  get(name: string): Namespace | undefined {
    return this.list().find((namespace) => namespace.name === name)
  }

  list(): readonly Namespace[] {
    return [...this.#owned.values()].flat()
  }
}

/** A WebSocket namespace: the messages that clients may send, and their handler (ARCHITECTURE: WebSocket). */
export interface Namespace {
  /** Unique on a host, such as `ai-agents`. */
  readonly name: string
  /** Where it was declared. The host's own has none. */
  readonly origin?: object
  readonly owner: string
  /** By message type. */
  readonly rules: Readonly<Record<string, MessageRule>>
  readonly handler: (message: Message, exchange: MessageCall) => void | Promise<void>
  readonly lease?: Lease
  /** Removes fields that a caller may not see from the frames sent to that caller. */
  readonly withhold: Withhold
}

/** A message as its handler receives it. Its `payload` is validated. */
export interface Message {
  readonly type: string
  readonly id: string
  readonly payload: unknown
}
