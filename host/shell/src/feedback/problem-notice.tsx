import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiProblem } from '../api/api-problem.ts'
import styles from './problem-notice.module.css'

interface ProblemNoticeProps {
  error: Error
  onRetry?: () => unknown
  /** Whether this is all there is on the screen, and so its heading. */
  heading?: boolean
}

/**
 * A request that failed: what happened, the code and request id to tell an operator, and a way to try again. Nothing for a session
 * that has ended: the screen is on its way to sign-in.
 */
export function ProblemNotice({ error, onRetry, heading = false }: ProblemNoticeProps) {
  const Title = heading ? 'h1' : 'p'
  const problem = error instanceof ApiProblem ? error.problem : null
  if (problem?.status === 401) return null

  return (
    <div className={styles.notice} role="alert">
      <IconAlertTriangle size={20} stroke={1.75} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <Title className={styles.title}>{titleOf(error)}</Title>
        <p className={styles.detail}>{error.message}</p>
        {problem && (
          <p className={styles.reference}>
            <code>{problem.code}</code>
            {problem.request_id !== '' && <code>{problem.request_id}</code>}
          </p>
        )}
      </div>
      {onRetry && (
        <Button variant="default" className={styles.retry} onClick={() => void onRetry()}>
          Try again
        </Button>
      )}
    </div>
  )
}

function titleOf(error: Error): string {
  if (!(error instanceof ApiProblem)) return 'This could not be shown'
  if (error.status === 0) return 'No connection'
  if (error.status === 403) return 'You may not see this'
  if (error.status === 404) return 'Not found'
  return 'This could not be loaded'
}
