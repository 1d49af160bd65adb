import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { msg, t } from '../language/t.ts'
import styles from './problem-notice.module.css'

interface ProblemNoticeProps {
  error: Error
  onRetry?: () => unknown
  /** Whether the notice is the whole screen, so that its title is the `h1`. */
  heading?: boolean
  /** Another button. */
  children?: ReactNode
}

/**
 * A failed request: what happened, the code and request id for an operator, and a button to retry. For a missing record, neither is shown.
 * Renders nothing if the session has ended, because the shell then goes to the sign-in screen.
 */
export function ProblemNotice({ error, onRetry, heading = false, children }: ProblemNoticeProps) {
  const Title = heading ? 'h1' : 'p'
  const problem = error instanceof ApiProblem ? error.problem : null
  const isNoRecord = problem?.code === 'record_not_found'
  if (problem?.status === 401) return null

  return (
    <div className={styles.notice} role="alert">
      <IconAlertTriangle size={20} stroke={1.75} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <Title className={styles.title}>{titleOf(error)}</Title>
        <p className={styles.detail}>{isNoRecord ? t(NO_RECORD) : error.message}</p>
        {problem && !isNoRecord && (
          <p className={styles.reference}>
            <code>{problem.code}</code>
            {problem.request_id !== '' && <code>{problem.request_id}</code>}
          </p>
        )}
      </div>
      {children}
      {onRetry && !isNoRecord && (
        <Button variant="default" className={styles.retry} onClick={() => void onRetry()}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}

const NO_RECORD = msg('There is no such record. It may have been deleted, or you may not see it.')

function titleOf(error: Error): string {
  if (!(error instanceof ApiProblem)) return t('This could not be shown')
  if (error.status === 0) return t('No connection')
  if (error.status === 403) return t('You do not have access to this')
  if (error.status === 404) return t('Not found')
  return t('This could not be loaded')
}

/** Replaces a component that threw an error. */
export function CrashNotice({ error, reset }: { error: unknown; reset: () => void }) {
  return <ProblemNotice error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
}
