import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'
import { presentAgent } from './tool-server.ts'
import type { Agent, RenewCaller } from './toolsets.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'

type Listener = (event: ServerEvent) => void

interface Subscription {
  agent: Agent
  /** The digest of the tools that the client last saw. */
  digest: string
}

const CHANGED: ServerEvent = { kind: 'tools_list_changed' }

/**
 * The open `subscriptions/listen` streams (revision 2026-07-28). A stream is notified only of changes to the tools of
 * its caller.
 */
export class ToolSubscriptions implements ServerEventBus {
  readonly #catalogue: ToolCatalogue
  readonly #subscriptions = new Map<Listener, Subscription>()

  constructor(catalogue: ToolCatalogue) {
    this.#catalogue = catalogue
  }

  /** The protocol calls this while it answers the subscription request, so the current caller is the subscriber. */
  subscribe(listener: Listener): () => void {
    const agent = presentAgent()
    const own: Listener = (event) => listener(event)
    this.#subscriptions.set(own, { agent, digest: this.#catalogue.digest(agent) })
    return () => void this.#subscriptions.delete(own)
  }

  publish(event: ServerEvent): void {
    for (const listener of this.#subscriptions.keys()) listener(event)
  }

  /** Renews the callers of the streams. Streams of callers without access are cut off where their answer is sent. */
  async renewAgents(renew: RenewCaller): Promise<void> {
    const renewals = [...this.#subscriptions.values()].map(async (subscription) => {
      const caller = await renew(subscription.agent.caller)
      if (caller) subscription.agent = { ...subscription.agent, caller }
    })
    await Promise.all(renewals)
  }

  /** Notifies the subscribers whose tools have changed. */
  toolsMayHaveChanged(): void {
    for (const [listener, subscription] of this.#subscriptions) {
      const digest = this.#catalogue.digest(subscription.agent)
      if (digest === subscription.digest) continue
      subscription.digest = digest
      listener(CHANGED)
    }
  }
}
