import type { Socket, SocketEvents, Surroundings } from '../../host/shell/src/live/lasting-connection.ts'

/** A socket that records what was sent, and lets the test fire its events. */
interface SocketOfTest extends SocketEvents {
  readonly sent: { type?: string }[]
  isClosed: boolean
}

/** Surroundings with a clock that only the test advances. */
export interface SurroundingsOfTest extends Surroundings {
  readonly sockets: SocketOfTest[]
  /** The remaining times of all timers, in milliseconds. */
  waits: () => number[]
  pass: (milliseconds: number) => void
  isAway: boolean
  wake: () => void
}

/** Surroundings for a `LiveConnection` without a browser. `random` always returns 0.5. */
export function surroundings(): SurroundingsOfTest {
  const timers = new Set<{ left: number; run: () => void }>()
  const wakers = new Set<() => void>()
  const sockets: SocketOfTest[] = []
  const connect = (events: SocketEvents): Socket => {
    const socket: SocketOfTest = { ...events, sent: [], isClosed: false }
    sockets.push(socket)
    return {
      send: (text) => socket.sent.push(JSON.parse(text) as { type?: string }),
      close: () => {
        socket.isClosed = true
      },
    }
  }
  const pass = (milliseconds: number) => {
    for (const timer of [...timers]) {
      timer.left -= milliseconds
      if (timer.left > 0 || !timers.delete(timer)) continue
      timer.run()
    }
  }
  const own: SurroundingsOfTest = {
    sockets,
    waits: () => [...timers].map(({ left }) => left),
    pass,
    isAway: false,
    wake: () => wakers.forEach((run) => run()),
    connect,
    after: (left, run) => {
      const timer = { left, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    random: () => 0.5,
    isAsleep: () => own.isAway,
    onWake: (run) => {
      wakers.add(run)
      return () => wakers.delete(run)
    },
  }
  return own
}
