import type { Socket, SocketEvents, Surroundings } from './live-connection.ts'

/** How long nobody may have looked before attempts to connect are left until somebody does. */
const UNSEEN = 60_000
const PATH = '/api/v1/ws?namespace=shell'

/** The browser around a `LiveConnection`. */
export function browserSurroundings(): Surroundings {
  let unseenSince = document.hidden ? Date.now() : Infinity
  return {
    connect,
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    random: Math.random,
    isAsleep: () => !navigator.onLine || Date.now() - unseenSince > UNSEEN,
    onWake: (run) => {
      const onVisibility = () => {
        unseenSince = document.hidden ? Date.now() : Infinity
        if (!document.hidden) run()
      }
      document.addEventListener('visibilitychange', onVisibility)
      window.addEventListener('online', run)
      return () => {
        document.removeEventListener('visibilitychange', onVisibility)
        window.removeEventListener('online', run)
      }
    },
  }
}

function connect({ onOpen, onMessage, onClose }: SocketEvents): Socket {
  const address = new URL(PATH, window.location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  const socket = new WebSocket(address)
  socket.addEventListener('open', onOpen)
  socket.addEventListener('message', ({ data }) => onMessage(String(data)))
  socket.addEventListener('close', ({ code }) => onClose(code))
  return { send: (text) => socket.send(text), close: () => socket.close() }
}
