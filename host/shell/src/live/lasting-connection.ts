/** Undoes something. Calling it twice is harmless. */
type Undo = () => void

/** The parts of a WebSocket that a connection uses. */
export interface Socket {
  send: (text: string) => void
  close: () => void
}

/** The events of a socket. */
export interface SocketEvents {
  onOpen: () => void
  onMessage: (text: string) => void
  /** Called once, even if the socket never opened. */
  onClose: (code: number) => void
}

/** The parts of the browser that a connection uses; tests replace them. */
export interface Surroundings {
  connect: (events: SocketEvents) => Socket
  /** Runs a function after this many milliseconds. */
  after: (milliseconds: number, run: () => void) => Undo
  /** From 0 to 1. */
  random: () => number
  /** Whether an attempt would be useless: there is no network, or the tab has been hidden for long. */
  isAsleep: () => boolean
  /** Calls back when the network is back or the tab becomes visible. */
  onWake: (run: () => void) => Undo
}

/** The events of a connection. */
export interface ConnectionEvents {
  /** A socket is open, or must prove that it still is: send something, and call `confirm` once it is answered. */
  onOpen: () => void
  onText: (text: string) => void
  /** The socket is gone. Unless the connection is stopped, there will be another one. */
  onLost?: () => void
  /** An attempt failed. Browsers do not report whether the network, the host or an ended session is the cause. */
  onTurnedAway: () => void
  /** The session has ended. There are no further attempts. */
  onSignedOut: () => void
}

/** The time for the host to answer, in milliseconds. A dead network reports no error. */
const PATIENCE = 10_000
/** The host's close code for an ended session. */
const SIGNED_OUT = 4401
/** The close code of browsers for a broken connection. */
const NO_ANSWER = 1006
/** The shortest and the longest pause between attempts, in milliseconds. */
const SHORTEST = 500
const LONGEST = 30_000

/** Keeps one socket to the host until it is stopped. */
export class LastingConnection {
  readonly #surroundings: Surroundings
  readonly #events: ConnectionEvents
  readonly #forget: Undo
  #socket: Socket | null = null
  #isOpen = false
  #cancelTimer: Undo = () => undefined
  #failures = 0
  #isStopped = false

  constructor(surroundings: Surroundings, events: ConnectionEvents) {
    this.#surroundings = surroundings
    this.#events = events
    this.#forget = surroundings.onWake(() => this.#wake())
    this.#connect()
  }

  /** Sends a text; returns whether there was an open socket. */
  send(text: string): boolean {
    if (this.#socket === null || !this.#isOpen) return false
    this.#socket.send(text)
    return true
  }

  /** The host has answered the message that was sent when the socket opened. */
  confirm(): void {
    this.#cancelTimer()
    this.#failures = 0
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
        this.#events.onOpen()
      },
      onMessage: (text) => {
        if (this.#socket === socket && !this.#isStopped) this.#events.onText(text)
      },
      onClose: (code) => {
        if (this.#socket === socket) this.#lose(code)
      },
    })
    this.#socket = socket
    this.#awaitAnswer()
  }

  /** With a dead network, a socket may take minutes to close, so it is abandoned without waiting for that. */
  #awaitAnswer(): void {
    const { after } = this.#surroundings
    this.#cancelTimer()
    this.#cancelTimer = after(PATIENCE, () => {
      const socket = this.#socket
      this.#lose(NO_ANSWER)
      socket?.close()
    })
  }

  #lose(code: number): void {
    const wasOpen = this.#isOpen
    this.#cancelTimer()
    this.#socket = null
    this.#isOpen = false
    if (this.#isStopped) return
    this.#events.onLost?.()
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

  /** There are no attempts while asleep: waking triggers the next one. */
  #retry(): void {
    if (!this.#surroundings.isAsleep()) this.#connect()
  }

  /** After sleep, a socket may look open but be dead: it must answer again, or is abandoned. */
  #wake(): void {
    if (this.#socket === null) {
      this.#cancelTimer()
      this.#failures = 0
      this.#connect()
    } else if (this.#isOpen) {
      this.#awaitAnswer()
      this.#events.onOpen()
    }
  }
}

/**
 * The pause before the next attempt, in milliseconds. It doubles after each failure up to 30 s. Half of it is random, so that the
 * clients of a restarted host do not all return at once.
 * @param failures in a row, from 1
 * @param random from 0 to 1
 */
function reconnectDelay(failures: number, random: number): number {
  const full = Math.min(LONGEST, SHORTEST * 2 ** (failures - 1))
  return (full / 2) * (1 + random)
}
