import { IncomingMessage } from 'node:http'

/**
 * A request that is an upgrade only if it asks for a WebSocket (or a tunnel, which nobody gets). To Node every `Upgrade` header is one as soon as somebody listens
 * for upgrades; but clients that would rather speak HTTP/2 send `Upgrade: h2c` with each request, and a server that does not know
 * a protocol answers in the one it was asked in (RFC 9110 section 7.8).
 */
export class UpgradableRequest extends IncomingMessage {
  /** Set by Node before there are headers, and in the constructor: no private field would be there yet. */
  declare private asksForUpgrade: boolean | null

  get upgrade(): boolean {
    const { method, headers } = this
    return this.asksForUpgrade === true && (method === 'CONNECT' || headers.upgrade?.toLowerCase() === 'websocket')
  }

  set upgrade(asks: boolean | null) {
    this.asksForUpgrade = asks
  }
}
