import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionOptions } from '../api/documents.ts'
import { preview } from '../api/preview.ts'
import { signInAddress } from '../session/sign-in-address.ts'
import { createApplyFrame } from './apply-frame.ts'
import type { Socket, SocketEvents, Surroundings } from './live-connection.ts'
import { LiveConnection } from './live-connection.ts'

/** After this many milliseconds in a hidden tab, the connection is not retried until the tab is visible again. */
const UNSEEN = 60_000
const PATH = '/api/v1/ws?namespace=shell'

/** Keeps everything on screen up to date while it is mounted: the host sends one message for each change. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  const { history } = useRouter()

  useEffect(() => {
    const connection = new LiveConnection(browserSurroundings(), {
      onFrame: createApplyFrame(queryClient),
      onTurnedAway: () => void queryClient.invalidateQueries(sessionOptions()),
      onSignedOut: () => history.push(signInAddress(history.location.href)),
    })
    return () => connection.stop()
  }, [queryClient, history])

  return null
}

function browserSurroundings(): Surroundings {
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
  const shown = preview.text()
  if (shown !== null) address.searchParams.set('preview', shown)
  address.protocol = address.protocol.replace('http', 'ws')
  const socket = new WebSocket(address)
  socket.addEventListener('open', onOpen)
  socket.addEventListener('message', ({ data }) => onMessage(String(data)))
  socket.addEventListener('close', ({ code }) => onClose(code))
  return { send: (text) => socket.send(text), close: () => socket.close() }
}
