import { Button } from '@mantine/core'
import { ApiProblem } from '../api/api-problem.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import styles from './lone-screen.module.css'
import { PathLink } from './path-link.tsx'

/** A panel that is not there, with the host's reason; other failures as they are. */
export function PanelMissing({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
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
    </main>
  )
}
