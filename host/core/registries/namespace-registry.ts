import type { MessageCall } from '@atrium/sdk'
import type { MessageRule, Withhold } from '@atrium/sdk/host'
import type { Lease } from '../../base/lifetime/index.ts'

/** The WebSocket namespace in which the host itself tells what has changed. No plugin may have it. */
export const SHELL_NAMESPACE = 'shell'

/** The WebSocket namespaces by name, and by the plugin that owns them. */
export class NamespaceRegistry {
  readonly #owned = new Map<string, readonly Namespace[]>()

  /** Puts an owner's namespaces in place of those it had. */
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

/** A WebSocket namespace: which messages clients may send, and who handles them (design section 8). */
export interface Namespace {
  /** Unique on a host: `ai-agents`. */
  readonly name: string
  readonly owner: string
  /** By message type. */
  readonly rules: Readonly<Record<string, MessageRule>>
  readonly handler: (message: Message, exchange: MessageCall) => void | Promise<void>
  readonly lease?: Lease
  /** Removes what a caller may not see from the frames that are sent to that caller. */
  readonly withhold: Withhold
}

/** A message as its handler receives it; `payload` has been validated. */
export interface Message {
  readonly type: string
  readonly id: string
  readonly payload: unknown
}
