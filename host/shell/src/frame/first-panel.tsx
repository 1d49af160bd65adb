import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { panelsOptions, sessionOptions } from '../api/documents.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { isPermitted, PERMISSIONS } from '../session/permissions.ts'
import styles from './lone-screen.module.css'
import { PathLink } from '../screen/path-link.tsx'
import { rememberedPanel } from './remembered-panel.ts'

/** `/`: goes on to the panel that was open last, else to the first one. */
export function FirstPanel() {
  const { data: panels, error, refetch } = useQuery(panelsOptions())
  const { history } = useRouter()
  const target = panels?.find((panel) => panel.id === rememberedPanel.read()) ?? panels?.[0]

  useEffect(() => {
    if (target) history.replace(`/${target.id}`)
  }, [target, history])

  if (error)
    return (
      <main className={styles.lone}>
        <ProblemNotice error={error} onRetry={refetch} heading />
      </main>
    )
  if (panels?.length === 0)
    return (
      <main className={styles.lone}>
        <NoPanels />
      </main>
    )
  return <ScreenSkeleton />
}

/** Nobody gets any further from here but an operator, who can activate something. */
function NoPanels() {
  const { data: session } = useQuery(sessionOptions())
  return (
    <EmptyState
      heading
      title="No panels yet"
      description="A panel appears here as soon as a plugin that belongs to it is active."
    >
      {isPermitted(session?.permissions ?? [], PERMISSIONS.seePlugins) && (
        <Button component={PathLink} href="/platform/plugins">
          Open plugins
        </Button>
      )}
    </EmptyState>
  )
}
