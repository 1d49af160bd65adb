import type { SessionInfo } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { isPermitted, PERMISSIONS } from '../session/permissions.ts'
import styles from './lone-screen.module.css'
import { PathLink } from '../screen/path-link.tsx'

const IdlePlugins = lazy(() =>
  import('../plugins/idle-plugins.tsx').then((module) => ({ default: module.IdlePlugins })),
)

interface PanelMissingProps {
  error: Error
  session: SessionInfo
  onRetry: () => unknown
}

/** A panel that is not there, with the host's reason; other failures as they are. Operators see which plugins do not serve. */
export function PanelMissing({ error, session, onRetry }: PanelMissingProps) {
  const isMissing = error instanceof ApiProblem && error.status === 404
  return (
    <main className={styles.lone}>
      {isMissing ? (
        <EmptyState heading title="This panel is not here" description={error.message}>
          <Button variant="default" component={PathLink} href="/">
            Go to the first panel
          </Button>
        </EmptyState>
      ) : (
        <ProblemNotice error={error} onRetry={onRetry} heading />
      )}
      {isPermitted(session.permissions, PERMISSIONS.seePlugins) && (
        <Suspense>
          <IdlePlugins />
        </Suspense>
      )}
    </main>
  )
}
