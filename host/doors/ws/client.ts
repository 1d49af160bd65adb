import { WebSocket } from 'ws'
import type { Identity, Principal } from '../../core/auth/index.ts'

/** A status code of RFC 6455 section 7.4.1, or one of ours between 4000 and 4999, and what it means, in at most 123 bytes. */
type CloseReason = readonly [code: number, text: string]

/** Why the host closes a connection. Whoever gets 4401 has to sign in again; after the others a client comes back. */
export const CLOSE_REASONS = {
  goingAway: [1001, 'The host is closing.'],
  signedOut: [4401, 'The session has ended. Sign in again.'],
  notReading: [4408, 'Too much was waiting to be read.'],
} as const satisfies Record<string, CloseReason>

export interface ClientOptions {
  readonly id: string
  readonly identity: Identity
  /** For messages that name none. */
  readonly defaultNamespace: string | undefined
  /** How much may wait to be read by it, in bytes. */
  readonly mostBuffered: number
}

/** One connection and who is at its other end. It belongs to the host and outlives every generation. */
export class Client {
  readonly id: string
  readonly defaultNamespace: string | undefined
  readonly openedAt = performance.now()
  /** The namespaces it has sent messages to: it is told when one is gone. */
  readonly namespaces = new Set<string>()
  /** How many messages are being handled. */
  underWay = 0
  /** What the session is found to be changes while the connection stands. */
  identity: Identity
  readonly #socket: WebSocket
  readonly #mostBuffered: number
  readonly #closed = new AbortController()
  #isAlive = true
  #messages = 0

  constructor(socket: WebSocket, { id, identity, defaultNamespace, mostBuffered }: ClientOptions) {
    this.id = id
    this.identity = identity
    this.defaultNamespace = defaultNamespace
    this.#socket = socket
    this.#mostBuffered = mostBuffered
    if (defaultNamespace !== undefined) this.namespaces.add(defaultNamespace)
    socket.on('pong', () => this.noteAlive())
    socket.once('close', () => this.#closed.abort())
  }

  get caller(): Principal {
    return this.identity.caller
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** Aborted when the connection has closed. */
  get closed(): AbortSignal {
    return this.#closed.signal
  }

  /** @throws TypeError where the payload is no JSON: it has a cycle, or a BigInt */
  send(frame: Frame): void {
    if (this.isOpen) this.sendText(JSON.stringify(frame))
  }

  /** Sends a frame that was serialized before. Who does not read what was sent is closed: it would fill the memory. */
  sendText(text: string): void {
    if (!this.isOpen) return
    if (this.#socket.bufferedAmount > this.#mostBuffered) void this.close(CLOSE_REASONS.notReading)
    else this.#socket.send(text)
  }

  /** Resolves when it is closed: a client that does not answer is waited for a second. */
  close([code, text]: CloseReason): Promise<void> {
    if (this.isOpen) this.#socket.close(code, text)
    return new Promise((resolve) => {
      if (this.closed.aborted) resolve()
      else this.#socket.once('close', () => resolve())
    })
  }

  /** `<connection>-<count>`, under which a message is logged. */
  nameRequest(): string {
    this.#messages += 1
    return `${this.id}-${this.#messages.toString(36)}`
  }

  /** Something was heard of it. */
  noteAlive(): void {
    this.#isAlive = true
  }

  /** Asks whether it is there; one that has said nothing since it was asked last is gone. */
  ping(): void {
    if (!this.isOpen) return
    if (!this.#isAlive) return this.#socket.terminate()
    this.#isAlive = false
    this.#socket.ping()
  }
}

/** What the host sends. */
interface Frame {
  /** Left out only where a message that is refused named none. */
  readonly namespace?: string | undefined
  readonly type: string
  /** The `id` of the message that is answered. */
  readonly reply_to?: string | undefined
  /** Counts the answers to one message, from 0. */
  readonly seq?: number
  /** What the client subscribed to, where this was published. */
  readonly topic?: string
  readonly payload: unknown
}
