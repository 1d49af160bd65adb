import { Button } from '@mantine/core'
import { IconDatabaseOff, IconFilterOff } from '@tabler/icons-react'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { t } from '../language/t.ts'
import { usePermitted } from '../session/permissions.ts'
import { WhyRefused } from '../why/why.tsx'
import { CreateButton } from './create-button.tsx'
import { isNarrowed } from './list-state.ts'
import type { TableScope } from './table-scope.ts'
import styles from './table-widget.module.css'

interface TableNoticeProps {
  scope: TableScope
  /** Whether the list is a block of the screen, so that an empty one takes little room. */
  isBlock: boolean
}

/** Shown instead of rows: loading failed, nothing matches, or there are no records yet. */
export function TableNotice({ scope: { widget, list, listPath }, isBlock }: TableNoticeProps) {
  const [create] = usePermitted()(widget.create ? [widget.create] : [])
  const { page, state, change } = list
  if (page.error) {
    return (
      <ProblemNotice error={page.error} onRetry={page.refetch}>
        <WhyRefused error={page.error} path={listPath} />
      </ProblemNotice>
    )
  }
  if (isNarrowed(state)) {
    return (
      <div className={styles.frame}>
        <EmptyState
          icon={<IconFilterOff size={20} stroke={1.5} aria-hidden />}
          title={t('Nothing matches')}
          description={t('No record matches your search and filters.')}
        >
          <Button variant="default" onClick={() => change({ q: '', filters: {} })}>
            {t('Clear search and filters')}
          </Button>
        </EmptyState>
      </div>
    )
  }
  if (isBlock && create === undefined)
    return (
      <p className={styles.nothing}>
        {widget.empty.title}
        {widget.empty.description !== undefined && `. ${widget.empty.description}`}
      </p>
    )
  return (
    <div className={styles.frame}>
      <EmptyState icon={<IconDatabaseOff size={20} stroke={1.5} aria-hidden />} {...widget.empty}>
        {create && <CreateButton {...create} />}
      </EmptyState>
    </div>
  )
}
