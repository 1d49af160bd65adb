import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionOptions } from '../api/documents.ts'
import { signInAddress } from '../session/sign-in-address.ts'
import { createApplyFrame } from './apply-frame.ts'
import { browserSurroundings } from './browser-surroundings.ts'
import { LiveConnection } from './live-connection.ts'

/** Keeps everything on screen up to date while it is mounted: the host sends one message for each change. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  const { history } = useRouter()

  useEffect(() => {
    const connection = new LiveConnection(browserSurroundings('shell'), {
      onFrame: createApplyFrame(queryClient),
      onTurnedAway: () => void queryClient.invalidateQueries(sessionOptions()),
      onSignedOut: () => history.push(signInAddress(history.location.href)),
    })
    return () => connection.stop()
  }, [queryClient, history])

  return null
}
