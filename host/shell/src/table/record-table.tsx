import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Fragment, lazy, Suspense } from 'react'
import { t } from '../language/t.ts'
import { useShownPath } from '../screen/panel-context.ts'
import { usePermitted } from '../session/permissions.ts'
import { useEditableCells } from './editable-cells.ts'
import type { ShownColumn } from './layout.ts'
import { defaultSort, nextSort } from './list-state.ts'
import { columnAlign, columnWidth } from './record-cell.tsx'
import { ColumnEdge } from './column-edge.tsx'
import type { DataRecord } from '../api/paths.ts'
import type { RowShape } from './record-row.tsx'
import { RowCheck } from './row-controls.tsx'
import { SkeletonRow } from './skeleton-row.tsx'
import type { WholeRowsProps } from './whole-rows.tsx'
import { RecordRow } from './record-row.tsx'
import { groupColumn, groupStarts } from './row-groups.ts'
import styles from './record-table.module.css'
import type { TableScope } from './table-scope.ts'

const GroupRow = lazy(() => import('./group-row.tsx').then((module) => ({ default: module.GroupRow })))
const WholeRows = lazy(() => import('./whole-rows.tsx').then((module) => ({ default: module.WholeRows })))
/** Rows that stand there until the others can be scrolled. */
const FIRST = 25

const SummaryRow = lazy(() => import('./summary-row.tsx').then((module) => ({ default: module.SummaryRow })))

/** One page of records, one row each. Scrolls inside its own frame, in both directions. */
export function RecordTable({ scope }: { scope: TableScope }) {
  const { widget, list, columns } = scope
  const actions = usePermitted()(widget.actions)
  const editPath = useShownPath(widget.edit_path)
  const shape = {
    hasChoice: actions.some((action) => action.kind === 'bulk'),
    hasMenu: editPath !== undefined || actions.some((action) => action.kind === 'row'),
  }
  const { records, total = 0 } = list.page.data ?? {}
  const cells = useEditableCells(widget)
  const grouping = groupColumn(scope)
  const span = columns.shown.length + Number(shape.hasChoice) + Number(shape.hasMenu)
  const rows = { scope, editPath, cells, grouping, span, ...shape }

  return (
    <div
      ref={list.frame}
      className={styles.scroll}
      data-whole={list.state.isWhole}
      data-stale={list.page.isPlaceholderData}
      data-choosing={scope.selection.ids.size > 0}
      onPointerEnter={cells.load}
      onFocus={cells.load}
    >
      <table
        className={styles.table}
        data-dense={list.state.isDense ?? false}
        aria-busy={list.page.isFetching}
        aria-rowcount={list.state.isWhole ? total + 1 : undefined}
      >
        <TableHead scope={scope} {...shape} />
        <tbody>
          {records ? (
            <Suspense fallback={<PageRows {...rows} records={records.slice(0, FIRST)} />}>
              {list.state.isWhole ? <WholeRows {...rows} /> : <PageRows {...rows} records={records} />}
            </Suspense>
          ) : (
            Array.from({ length: 10 }, (_, row) => (
              <SkeletonRow key={row} columns={columns.shown} row={row} {...shape} />
            ))
          )}
        </tbody>
        {records && columns.shown.some(({ summary }) => summary !== undefined) && (
          <Suspense>
            <SummaryRow scope={scope} {...shape} />
          </Suspense>
        )}
      </table>
    </div>
  )
}

/** The rows of one page, in groups if the list is grouped. */
function PageRows({ records, grouping, span, ...row }: WholeRowsProps & { records: readonly DataRecord[] }) {
  const starts = groupStarts(grouping, records)
  return records.map((record) => (
    <Fragment key={record.id}>
      {grouping && starts.has(record) && (
        <Suspense>
          <GroupRow column={grouping} record={record} records={records} span={span} />
        </Suspense>
      )}
      <RecordRow record={record} records={records} {...row} />
    </Fragment>
  ))
}

/** The column headers; those of sortable columns are buttons. */
function TableHead({ scope, hasChoice, hasMenu }: { scope: TableScope } & RowShape) {
  const { list, columns, selection } = scope
  const { isWhole } = list.state
  const ids = list.page.data?.records.map((record) => record.id) ?? []
  const chosen = ids.filter((id) => selection.has(id)).length
  const isAll = isWhole ? selection.isAll : ids.length > 0 && chosen === ids.length
  const toggle = (isChosen: boolean) => {
    if (!isWhole) selection.toggle(ids, isChosen)
    else if (isChosen) selection.chooseAll(ids)
    else selection.clear()
  }
  return (
    <thead>
      <tr>
        {hasChoice && (
          <th className={styles.choice} scope="col">
            <RowCheck
              aria-label={isWhole ? t('Select all') : t('Select all on this page')}
              checked={isAll}
              indeterminate={!isAll && (isWhole ? selection.ids.size > 0 : chosen > 0)}
              disabled={ids.length === 0}
              onChange={(event) => toggle(event.currentTarget.checked)}
            />
          </th>
        )}
        {columns.shown.map((column) => (
          <HeadCell key={column.name} column={column} scope={scope} />
        ))}
        {hasMenu && (
          <th className={styles.menu} scope="col">
            <VisuallyHidden>{t('Actions')}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  )
}

interface HeadCellProps {
  column: ShownColumn
  scope: TableScope
  /** Its position in a grid, counted from 1. */
  colIndex?: number
}

/** The header of a column; that of a sortable one is a button. */
export function HeadCell({ column, scope, colIndex }: HeadCellProps) {
  const { widget, list } = scope
  const { sort } = list.state
  const at = sort.findIndex(({ field }) => field === column.name)
  const order = sort[at]?.order
  const cell = {
    'aria-colindex': colIndex,
    'data-column': column.name,
    'data-align': columnAlign(column),
    ...columnWidth(column),
  }
  if (!column.sortable) {
    return (
      <th scope="col" {...cell}>
        <span className={styles.label}>{column.label}</span>
        <ColumnEdge column={column} scope={scope} />
      </th>
    )
  }
  const Arrow = order === 'desc' ? IconArrowDown : IconArrowUp
  const follow = (adds: boolean) =>
    list.change({ sort: nextSort(sort, column.name, { byDefault: defaultSort(widget), adds }) })
  return (
    <th scope="col" {...cell} aria-sort={order === undefined ? undefined : `${order}ending`}>
      <UnstyledButton
        className={styles.sort}
        data-sorted={order !== undefined}
        onClick={(event) => follow(event.shiftKey)}
      >
        <span className={styles.label}>{column.label}</span>
        <Arrow size={12} stroke={2} aria-hidden className={styles.arrow} />
        {order !== undefined && sort.length > 1 && <span className={styles.place}>{at + 1}</span>}
      </UnstyledButton>
      <ColumnEdge column={column} scope={scope} />
    </th>
  )
}
