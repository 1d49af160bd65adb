import { readFrame } from './frame.ts'
import type { Frame } from './frame.ts'
import { reconnectDelay } from './reconnect-delay.ts'

/** Ends what was begun; twice is harmless. */
export type Undo = () => void

/** A socket, as far as it is needed here. */
export interface Socket {
  send: (text: string) => void
  close: () => void
}

export interface SocketEvents {
  onOpen: () => void
  onMessage: (text: string) => void
  /** Once, also where it never opened. */
  onClose: (code: number) => void
}

/** What the connection needs of the browser. */
export interface Surroundings {
  connect: (events: SocketEvents) => Socket
  /** Runs something after so many milliseconds. */
  after: (milliseconds: number, run: () => void) => Undo
  /** From 0 to 1. */
  random: () => number
  /** Whether an attempt would be for nobody: there is no network, or nobody has looked for long. */
  isAsleep: () => boolean
  /** Tells whenever the network is back or somebody looks again. */
  onWake: (run: () => void) => Undo
}

export interface LiveEvents {
  onFrame: (frame: Frame) => void
  /** An attempt did not come through: browsers do not say whether the network, the host or a session that has ended is to blame. */
  onTurnedAway: () => void
  /** The host no longer knows who this is. There is no further attempt. */
  onSignedOut: () => void
}

/** How long the host may take to answer that we are subscribed. A network that is gone says nothing at all. */
const PATIENCE = 10_000
const SIGNED_OUT = 4401
/** The status of an error that will be the same however often one asks. */
const FORBIDDEN = 403
/** What browsers call a connection that broke off. */
const NO_ANSWER = 1006
const SUBSCRIBE = JSON.stringify({ namespace: 'shell', type: 'subscribe', id: 'subscribe', payload: {} })

/** Keeps one socket to the host, subscribed to what concerns the shell, for as long as it is not stopped. */
export class LiveConnection {
  readonly #surroundings: Surroundings
  readonly #events: LiveEvents
  readonly #forget: Undo
  #socket: Socket | null = null
  #isOpen = false
  #cancelTimer: Undo = () => undefined
  #failures = 0
  #isStopped = false

  constructor(surroundings: Surroundings, events: LiveEvents) {
    this.#surroundings = surroundings
    this.#events = events
    this.#forget = surroundings.onWake(() => this.#wake())
    this.#connect()
  }

  /** Closes the socket for good. */
  stop(): void {
    this.#isStopped = true
    this.#cancelTimer()
    this.#forget()
    this.#socket?.close()
  }

  #connect(): void {
    const socket = this.#surroundings.connect({
      onOpen: () => {
        this.#isOpen = true
        socket.send(SUBSCRIBE)
      },
      onMessage: (text) => {
        if (this.#socket === socket) this.#hear(text)
      },
      onClose: (code) => {
        if (this.#socket === socket) this.#lose(code)
      },
    })
    this.#socket = socket
    this.#awaitAnswer()
  }

  /** A dead network lets a socket take minutes to close: it is not waited for. */
  #awaitAnswer(): void {
    const { after } = this.#surroundings
    this.#cancelTimer()
    this.#cancelTimer = after(PATIENCE, () => {
      const socket = this.#socket
      this.#lose(NO_ANSWER)
      socket?.close()
    })
  }

  #hear(text: string): void {
    const frame = readFrame(text)
    if (frame === null || this.#isStopped) return
    if (frame.type === 'error') {
      if (frame.payload.status === FORBIDDEN) this.stop()
      return
    }
    if (frame.type === 'subscribed') {
      this.#cancelTimer()
      this.#failures = 0
    }
    this.#events.onFrame(frame)
  }

  #lose(code: number): void {
    const wasOpen = this.#isOpen
    this.#cancelTimer()
    this.#socket = null
    this.#isOpen = false
    if (this.#isStopped) return
    if (code === SIGNED_OUT) {
      this.stop()
      this.#events.onSignedOut()
      return
    }
    if (!wasOpen) this.#events.onTurnedAway()
    this.#failures += 1
    const { after, random } = this.#surroundings
    this.#cancelTimer = after(reconnectDelay(this.#failures, random()), () => this.#retry())
  }

  /** While asleep nothing is tried: waking does it. */
  #retry(): void {
    if (!this.#surroundings.isAsleep()) this.#connect()
  }

  /** A socket may be dead without knowing, after a night in a bag: it is asked again, and given up where nothing comes. */
  #wake(): void {
    if (this.#socket === null) {
      this.#cancelTimer()
      this.#failures = 0
      this.#connect()
    } else if (this.#isOpen) {
      this.#socket.send(SUBSCRIBE)
      this.#awaitAnswer()
    }
  }
}
