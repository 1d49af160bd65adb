import { lazy, Suspense } from 'react'
import { ActionButton } from '../actions/action-button.tsx'
import { ActionDialogs } from '../actions/action-dialogs.tsx'
import { useOfferedActions } from '../actions/offered-actions.ts'
import { useFocusOfRemoved } from '../screen/returned-focus.ts'
import { usePreview } from '../api/preview.ts'
import { PageHeader } from '../screen/page-header.tsx'
import { useLeftOut, useScreen } from '../screen/screen-context.ts'
import type { WidgetProps } from '../screen/screen-context.ts'
import { usePermitted } from '../session/permissions.ts'
import { CreateButton } from './create-button.tsx'
import { useGridOffered } from './grid/use-grid-offered.ts'
import { Pager, SMALLEST_PAGE } from './pager.tsx'
import { RecordTable } from './record-table.tsx'
import type { TableScope } from './table-scope.ts'
import { useTableScope } from './table-scope.ts'
import { TableTools } from './table-tools.tsx'
import styles from './table-widget.module.css'
import { Toolbar } from './toolbar.tsx'
import { formatCount } from '../values/person-formats.ts'

const BulkBar = lazy(() => import('./bulk-bar.tsx').then((module) => ({ default: module.BulkBar })))
const GridTable = lazy(() => import('./grid/grid-table.tsx').then((module) => ({ default: module.GridTable })))
const TableNotice = lazy(() => import('./table-notice.tsx').then((module) => ({ default: module.TableNotice })))
const ViewNotice = lazy(() => import('./saved-views.tsx').then((module) => ({ default: module.ViewNotice })))
const WaitingRows = lazy(() => import('./waiting-rows.tsx').then((module) => ({ default: module.WaitingRows })))
const BackgroundProgress = lazy(() =>
  import('../actions/background-progress.tsx').then((module) => ({ default: module.BackgroundProgress })),
)
const WhyNarrowed = lazy(() => import('../why/why.tsx').then((module) => ({ default: module.WhyNarrowed })))
const OpenJobs = lazy(() => import('../actions/open-jobs.tsx').then((module) => ({ default: module.OpenJobs })))

/** A list of records. On the screen of a record it is left out, and not read, if the person may not see it. */
export function TableWidget(props: WidgetProps<'table'>) {
  const { recordId } = useScreen()
  const [permitted] = usePermitted()([props.widget])
  return permitted === undefined && recordId !== undefined && !props.heading ? null : <Table {...props} />
}

/** A list with search, filters, sorting, paging, selection, actions and export. */
function Table({ widget, heading }: WidgetProps<'table'>) {
  const { dashboard, placed } = useScreen()
  const scope = useTableScope(widget)
  const focus = useFocusOfRemoved()
  const { page, waiting, showAll } = scope.list
  const isGrid = useGridOffered(widget) && scope.list.state.isGrid === true && page.data !== undefined
  const isLeftOut = useLeftOut(page.error)
  const hasRows = page.isPending || (page.data !== undefined && page.data.records.length > 0)
  const isEmpty = !hasRows && !page.error
  const isPreview = usePreview() !== null
  const hasToolbar = placed === undefined && (widget.searchable || widget.filters.length > 0)
  if (isLeftOut && !heading) return null

  return (
    <section className={styles.widget} {...focus}>
      <TableHeader scope={scope} heading={heading} withTools={placed === undefined && !hasToolbar} />
      {hasToolbar && <Toolbar scope={scope} />}
      {scope.list.state.view !== null && (
        <Suspense>
          <ViewNotice scope={scope} />
        </Suspense>
      )}
      {(isPreview || isEmpty) && (
        <Suspense>
          <WhyNarrowed path={scope.listPath} isEmpty={isEmpty} />
        </Suspense>
      )}
      {scope.actions.background.all.length > 0 && (
        <Suspense>
          <BackgroundProgress actions={scope.actions} />
        </Suspense>
      )}
      <JobsUnderWay scope={scope} />
      {waiting !== undefined && (
        <Suspense>
          <WaitingRows count={waiting} onShow={showAll} />
        </Suspense>
      )}
      {hasRows && (
        <Suspense fallback={<RecordTable scope={scope} />}>
          {isGrid ? <GridTable scope={scope} /> : <RecordTable scope={scope} />}
        </Suspense>
      )}
      <Suspense>
        {!hasRows && <TableNotice scope={scope} isBlock={!heading} />}
        {scope.selection.ids.size > 0 && !isGrid && <BulkBar scope={scope} />}
      </Suspense>
      {hasRows && (heading || hasPages(scope)) && <Pager title={widget.title ?? dashboard.title} list={scope.list} />}
      <ActionDialogs actions={scope.actions} />
    </section>
  )
}

/** Finds work that actions of the list started elsewhere and that is still running. */
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

/** Whether the list has several pages for some page size. */
const hasPages = ({ list: { page, state } }: TableScope) =>
  state.page > 1 || page.data === undefined || page.data.total > Math.min(state.size, SMALLEST_PAGE)
