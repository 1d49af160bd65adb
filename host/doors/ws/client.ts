import { WebSocket } from 'ws'
import type { Identity, Principal } from '../../core/auth/index.ts'

/** A status code of RFC 6455 section 7.4.1 or one of our own between 4000 and 4999, and its meaning in at most 123 bytes. */
type CloseReason = readonly [code: number, text: string]

/**
 * Reasons for which the host closes a connection. After 4401 the client must sign in again; after the others it may
 * reconnect.
 */
export const CLOSE_REASONS = {
  goingAway: [1001, 'The host is closing.'],
  signedOut: [4401, 'The session has ended. Sign in again.'],
  notReading: [4408, 'Too much was waiting to be read.'],
} as const satisfies Record<string, CloseReason>

export interface ClientOptions {
  readonly id: string
  readonly identity: Identity
  /** The namespace of messages without one. */
  readonly defaultNamespace: string | undefined
  /** The limit of unread bytes. */
  readonly mostBuffered: number
}

/** One connection and its caller. It belongs to the host and outlives every generation. */
export class Client {
  readonly id: string
  readonly defaultNamespace: string | undefined
  readonly openedAt = performance.now()
  /** The namespaces it has used; it is notified when one closes. */
  readonly namespaces = new Set<string>()
  /** The number of messages being handled. */
  underWay = 0
  /** Updated from the session while the connection is open. */
  identity: Identity
  readonly #socket: WebSocket
  readonly #mostBuffered: number
  readonly #closed = new AbortController()
  /** The number of messages and pongs received so far. */
  heard = 0
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

  /** @throws TypeError if the payload is not JSON: it contains a cycle or a BigInt */
  send(frame: Frame): void {
    if (this.isOpen) this.sendText(JSON.stringify(frame))
  }

  /** Sends a serialized frame. A client that does not read is closed, because its backlog would fill the memory. */
  sendText(text: string): void {
    if (!this.isOpen) return
    if (this.#socket.bufferedAmount > this.#mostBuffered) void this.close(CLOSE_REASONS.notReading)
    else this.#socket.send(text)
  }

  /** Closes the connection and resolves when it is closed, at the latest a second later. */
  close([code, text]: CloseReason): Promise<void> {
    if (this.isOpen) this.#socket.close(code, text)
    return new Promise((resolve) => {
      if (this.closed.aborted) resolve()
      else this.#socket.once('close', () => resolve())
    })
  }

  /** Returns `<connection>-<count>`, the request id of the next message in the log. */
  nameRequest(): string {
    this.#messages += 1
    return `${this.id}-${this.#messages.toString(36)}`
  }

  /** Records that the client sent something. */
  noteAlive(): void {
    this.heard += 1
    this.#isAlive = true
  }

  /** Pings the client, without consequences if it does not answer; `heard` shows an answer. */
  probe(): void {
    if (this.isOpen) this.#socket.ping()
  }

  /** Pings the client; terminates it if it has sent nothing since the last ping. */
  ping(): void {
    if (!this.isOpen) return
    if (!this.#isAlive) return this.#socket.terminate()
    this.#isAlive = false
    this.#socket.ping()
  }
}

/** A frame that the host sends. */
interface Frame {
  /** Missing only if a refused message named no namespace. */
  readonly namespace?: string | undefined
  readonly type: string
  /** The `id` of the answered message. */
  readonly reply_to?: string | undefined
  /** Counts the answers to one message, from 0. */
  readonly seq?: number
  /** The topic of a published frame. */
  readonly topic?: string
  readonly payload: unknown
}
