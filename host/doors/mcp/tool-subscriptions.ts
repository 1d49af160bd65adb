import type { Caller } from '@atrium/sdk'
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'
import { presentAgent } from './tool-server.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'

type Listener = (event: ServerEvent) => void

interface Subscription {
  readonly caller: Caller
  /** What the tools were when the client was last told. */
  digest: string
}

const CHANGED: ServerEvent = { kind: 'tools_list_changed' }

/**
 * The open `subscriptions/listen` streams (revision 2026-07-28). Each hears of a change only where it concerns what its caller may
 * call.
 */
export class ToolSubscriptions implements ServerEventBus {
  readonly #catalogue: ToolCatalogue
  readonly #subscriptions = new Map<Listener, Subscription>()

  constructor(catalogue: ToolCatalogue) {
    this.#catalogue = catalogue
  }

  /** Called by the protocol while it answers the request that asked to listen: its caller is the present one. */
  subscribe(listener: Listener): () => void {
    const { caller } = presentAgent()
    const own: Listener = (event) => listener(event)
    this.#subscriptions.set(own, { caller, digest: this.#catalogue.digest(caller) })
    return () => void this.#subscriptions.delete(own)
  }

  publish(event: ServerEvent): void {
    for (const listener of this.#subscriptions.keys()) listener(event)
  }

  /** Tells those whose tools are no longer what they were. */
  toolsMayHaveChanged(): void {
    for (const [listener, subscription] of this.#subscriptions) {
      const digest = this.#catalogue.digest(subscription.caller)
      if (digest === subscription.digest) continue
      subscription.digest = digest
      listener(CHANGED)
    }
  }
}
