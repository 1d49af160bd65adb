import { Button } from '@mantine/core'
import { IconDatabaseOff, IconFilterOff, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { ActionButton } from '../actions/action-button.tsx'
import { ActionDialogs } from '../actions/action-dialogs.tsx'
import { useOfferedActions } from '../actions/offered-actions.ts'
import { BackgroundProgress } from '../actions/background-progress.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { PageHeader } from '../screen/page-header.tsx'
import { PathLink } from '../screen/path-link.tsx'
import { useLeftOut, useScreen } from '../screen/screen-context.ts'
import type { WidgetProps } from '../screen/screen-context.ts'
import { usePermitted } from '../session/permissions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { isNarrowed } from './list-state.ts'
import { Pager, SMALLEST_PAGE } from './pager.tsx'
import { RecordTable } from './record-table.tsx'
import type { TableScope } from './table-scope.ts'
import { useTableScope } from './table-scope.ts'
import { TableTools } from './table-tools.tsx'
import styles from './table-widget.module.css'
import { Toolbar } from './toolbar.tsx'
import { WhyNarrowed, WhyRefused } from '../why/why.tsx'
import { formatCount } from '../values/person-formats.ts'

const WaitingRows = lazy(() => import('./waiting-rows.tsx').then((module) => ({ default: module.WaitingRows })))
const OpenJobs = lazy(() => import('../actions/open-jobs.tsx').then((module) => ({ default: module.OpenJobs })))

/** A list of records with search, filters, sorting, paging, selection, actions and export. */
export function TableWidget({ widget, heading }: WidgetProps<'table'>) {
  const { dashboard } = useScreen()
  const scope = useTableScope(widget)
  const { page, waiting, showAll } = scope.list
  const isLeftOut = useLeftOut(page.error)
  const hasRows = page.isPending || (page.data !== undefined && page.data.records.length > 0)
  const hasToolbar = widget.searchable || widget.filters.length > 0
  if (isLeftOut && !heading) return null

  return (
    <section className={styles.widget}>
      <TableHeader scope={scope} heading={heading} withTools={!hasToolbar} />
      {hasToolbar && <Toolbar scope={scope} />}
      <WhyNarrowed path={scope.listPath} isEmpty={!hasRows && !page.error} />
      <BackgroundProgress actions={scope.actions} />
      <JobsUnderWay scope={scope} />
      {waiting !== undefined && (
        <Suspense>
          <WaitingRows count={waiting} onShow={showAll} />
        </Suspense>
      )}
      {hasRows ? <RecordTable scope={scope} /> : <TableNotice scope={scope} isBlock={!heading} />}
      {scope.selection.ids.size > 0 && <BulkBar scope={scope} />}
      {hasRows && (heading || hasPages(scope)) && <Pager title={widget.title ?? dashboard.title} list={scope.list} />}
      <ActionDialogs actions={scope.actions} />
    </section>
  )
}

/** Finds what the actions of the list have started elsewhere and what still goes on. */
function JobsUnderWay({ scope: { widget, list } }: { scope: TableScope }) {
  const started = usePermitted()(widget.actions).flatMap(({ job }) => (job ? [job] : []))
  if (!list.page.isSuccess) return null
  return (
    <Suspense>
      {started.map((job) => (
        <OpenJobs key={job.under_way_path} job={job} />
      ))}
    </Suspense>
  )
}

interface TableHeaderProps {
  scope: TableScope
  heading: boolean
  /** Whether the tools of the table are here, because it has no toolbar. */
  withTools: boolean
}

/** The title of a list, the number of its records, and the actions on the list as a whole. */
function TableHeader({ scope, heading, withTools }: TableHeaderProps) {
  const { widget, list, actions } = scope
  const { dashboard } = useScreen()
  const permitted = usePermitted()
  const title = widget.title ?? (heading ? dashboard.title : undefined)
  const headerActions = permitted(widget.actions).filter((action) => action.kind === 'header')
  const [create] = permitted(widget.create ? [widget.create] : [])
  useOfferedActions(headerActions, { start: (action) => actions.start(action, {}) })
  if (title === undefined && headerActions.length === 0 && !create && !withTools) return null

  return (
    <PageHeader title={title ?? ''} heading={heading} aside={list.page.data && formatCount(list.page.data.total)}>
      {withTools && <TableTools scope={scope} />}
      {headerActions.map((action) => (
        <ActionButton key={action.id} action={action} onClick={() => actions.start(action, {})} />
      ))}
      {create && <CreateButton {...create} />}
    </PageHeader>
  )
}

/** Whether some size of a page makes pages of the list. */
const hasPages = ({ list: { page, state } }: TableScope) =>
  state.page > 1 || page.data === undefined || page.data.total > Math.min(state.size, SMALLEST_PAGE)

interface TableNoticeProps {
  scope: TableScope
  /** Whether the list is a block of the screen, so that an empty one takes little room. */
  isBlock: boolean
}

/** In place of rows: loading failed, nothing matches, or there are no records yet. */
function TableNotice({ scope: { widget, list, listPath }, isBlock }: TableNoticeProps) {
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
          title="Nothing matches"
          description="No record matches your search and filters."
        >
          <Button variant="default" onClick={() => change({ q: '', filters: {} })}>
            Clear search and filters
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

function CreateButton({ path, label }: { path: string; label: string }) {
  return (
    <Button component={PathLink} href={path} leftSection={<IconPlus size={16} aria-hidden />}>
      {label}
    </Button>
  )
}
