import { Button } from '@mantine/core'
import { IconDatabaseOff, IconFilterOff, IconPlus } from '@tabler/icons-react'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { PathLink } from '../screen/path-link.tsx'
import { usePermitted } from '../session/use-permitted.ts'
import { isNarrowed } from './list-state.ts'
import styles from './table-notice.module.css'
import type { TableScope } from './table-scope.ts'

/** In place of rows: that loading failed, that nothing matches, or that there is nothing yet. */
export function TableNotice({ scope: { widget, list } }: { scope: TableScope }) {
  const [create] = usePermitted()(widget.create ? [widget.create] : [])
  const { page, state, change } = list
  if (page.error) return <ProblemNotice error={page.error} onRetry={page.refetch} />
  if (isNarrowed(state)) {
    return (
      <div className={styles.frame}>
        <EmptyState
          icon={<IconFilterOff size={20} stroke={1.5} aria-hidden />}
          title="Nothing matches"
          description="No record suits the search and filters you have set."
        >
          <Button variant="default" onClick={() => change({ q: '', filters: {} })}>
            Clear search and filters
          </Button>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={styles.frame}>
      <EmptyState icon={<IconDatabaseOff size={20} stroke={1.5} aria-hidden />} {...widget.empty}>
        {create && (
          <Button component={PathLink} href={create.path} leftSection={<IconPlus size={16} aria-hidden />}>
            {create.label}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}
