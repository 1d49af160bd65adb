import type { Frame } from './frame.ts'
import { readFrame } from './frame.ts'
import { type ConnectionEvents, LastingConnection, type Surroundings } from './lasting-connection.ts'

/** The events of a live connection. */
interface LiveEvents extends Pick<ConnectionEvents, 'onLost' | 'onTurnedAway' | 'onSignedOut'> {
  onFrame: (frame: Frame) => void
}

/** The status of an error that a retry does not change. */
const FORBIDDEN = 403
const SUBSCRIPTION = 'subscribe'
const SUBSCRIBE = JSON.stringify({ namespace: 'shell', type: 'subscribe', id: SUBSCRIPTION, payload: {} })

/** Keeps one socket to the host, subscribed to the messages for the shell, until it is stopped. */
export class LiveConnection {
  readonly #connection: LastingConnection
  readonly #events: LiveEvents

  constructor(surroundings: Surroundings, events: LiveEvents) {
    this.#events = events
    this.#connection = new LastingConnection(surroundings, {
      ...events,
      onOpen: () => this.#connection.send(SUBSCRIBE),
      onText: (text) => this.#hear(text),
    })
  }

  /** Sends a message of the namespace; returns whether there was an open socket. */
  send(type: string, payload: object): boolean {
    return this.#connection.send(JSON.stringify({ namespace: 'shell', type, payload }))
  }

  /** Closes the socket for good. */
  stop(): void {
    this.#connection.stop()
  }

  #hear(text: string): void {
    const frame = readFrame(text)
    if (frame === null) return
    if (frame.type === 'error') {
      if (frame.payload.status === FORBIDDEN && frame.reply_to === SUBSCRIPTION) this.stop()
      return
    }
    if (frame.type === 'subscribed') this.#connection.confirm()
    this.#events.onFrame(frame)
  }
}
