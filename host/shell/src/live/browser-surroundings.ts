import { addressOf } from '../api/base-path.ts'
import { preview } from '../api/preview.ts'
import type { Socket, SocketEvents, Surroundings } from './lasting-connection.ts'

/** After this many milliseconds in a hidden tab, the connection is not retried until the tab is visible again. */
const UNSEEN = 60_000

/** The browser environment of a connection whose messages belong to one namespace. */
export function browserSurroundings(namespace: string): Surroundings {
  let unseenSince = document.hidden ? Date.now() : Infinity
  return {
    connect: (events) => connect(namespace, events),
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

function connect(namespace: string, { onOpen, onMessage, onClose }: SocketEvents): Socket {
  const address = new URL(addressOf(`/api/v1/ws?namespace=${namespace}`), window.location.href)
  const shown = preview.text()
  if (shown !== null) address.searchParams.set('preview', shown)
  address.protocol = address.protocol.replace('http', 'ws')
  const socket = new WebSocket(address)
  socket.addEventListener('open', onOpen)
  socket.addEventListener('message', ({ data }) => onMessage(String(data)))
  socket.addEventListener('close', ({ code }) => onClose(code))
  return { send: (text) => socket.send(text), close: () => socket.close() }
}
