import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { IconCloudOff } from '@tabler/icons-react'
import { sessionOptions } from '../api/documents.ts'
import { reach, useAway } from '../api/reach.ts'
import { signInAgain } from '../api/sign-in-again.ts'
import { t } from '../language/t.ts'
import { openSignIn } from '../session/sign-in-address.ts'
import { createApplyFrame } from './apply-frame.ts'
import { browserSurroundings } from './browser-surroundings.ts'
import { LiveConnection } from './live-connection.ts'
import styles from './live-updates.module.css'

/** Keeps everything on screen up to date while it is mounted: the host sends one message for each change. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  const { history } = useRouter()
  // Each sign-in over a screen needs a connection of its own.
  const [signIns, setSignIns] = useState(0)

  useEffect(() => {
    const apply = createApplyFrame(queryClient)
    const watching = import('./follow-records.ts').then(({ followRecords }) =>
      followRecords(queryClient, (type, payload) => connection.send(type, payload)),
    )
    const connection = new LiveConnection(browserSurroundings('shell'), {
      onFrame: (frame) => {
        apply(frame)
        void watching.then((watch) => watch.hear(frame))
      },
      onTurnedAway: () => void queryClient.invalidateQueries(sessionOptions()),
      onLost: () => {
        reach.check()
        void watching.then((watch) => watch.lose())
      },
      onSignedOut: () =>
        void signInAgain.ask().then((isSignedIn) => {
          if (isSignedIn) setSignIns((before) => before + 1)
          else openSignIn(history)
        }),
    })
    return () => {
      connection.stop()
      void watching.then((watch) => watch.stop())
    }
  }, [queryClient, history, signIns])

  // Not fetched on demand: it could not be fetched while the host is away.
  return useAway() ? <AwayBanner /> : null
}

/** Shown above every screen while the host cannot be reached. */
function AwayBanner() {
  return (
    <p className={styles.banner} role="alert">
      <IconCloudOff size={16} aria-hidden />
      {t('The server cannot be reached. What you enter stays here, and saving waits until it is back.')}
    </p>
  )
}
