import { VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { OutcomeDialog } from '../../actions/dialogs.tsx'
import { useReturnedFocus } from '../../screen/returned-focus.ts'
import { t, tn } from '../../language/t.ts'
import { formatCount } from '../../values/person-formats.ts'
import { recordTitle } from '../../values/record-title.ts'
import { useEditableCells } from '../editable-cells.ts'
import { HeadCell } from '../record-table.tsx'
import tableStyles from '../record-table.module.css'
import type { TableScope } from '../table-scope.ts'
import { GridEditor } from './grid-editor.tsx'
import { columnsIn, isSeveral, rowsIn } from './grid-range.ts'
import { GridRow } from './grid-row.tsx'
import styles from './grid-table.module.css'
import { useGrid } from './use-grid.ts'
import { useGridEvents } from './use-grid-events.ts'
import { usePaste } from './use-paste.ts'

const PasteDialog = lazy(() => import('./paste-dialog.tsx').then((module) => ({ default: module.PasteDialog })))

/**
 * One page of records as a grid: cells are focused, chosen, copied, pasted and edited as in a spreadsheet. Only one of them is a stop of
 * the Tab key.
 */
export function GridTable({ scope }: { scope: TableScope }) {
  const { widget, list, columns, actions } = scope
  const { page, state } = list
  const records = page.data?.records ?? []
  const shown = columns.shown
  const queryClient = useQueryClient()
  const cells = useEditableCells(widget)
  const grid = useGrid(records, shown)
  const paste = usePaste(scope, cells)
  useReturnedFocus(paste.plan !== null || paste.outcome !== null)
  const { load } = cells
  useEffect(load, [])
  const events = useGridEvents({ scope, grid, cells, paste, queryClient })
  const { area, range } = grid
  const editable = shown.filter(cells.has).map(({ name }) => name)
  const first = (state.page - 1) * state.size

  return (
    <>
      <div ref={list.frame} className={`${tableStyles.scroll} ${styles.frame}`} data-stale={page.isPlaceholderData}>
        <table
          ref={grid.table}
          role="grid"
          className={`${tableStyles.table} ${styles.grid}`}
          aria-label={widget.title ?? t('Records')}
          aria-multiselectable
          aria-rowcount={(page.data?.total ?? 0) + 1}
          aria-colcount={shown.length}
          aria-busy={page.isFetching || paste.isPending}
          data-dense={state.isDense ?? false}
          {...events.handlers}
        >
          <thead>
            <tr aria-rowindex={1}>
              {shown.map((column, index) => (
                <HeadCell key={column.name} column={column} scope={scope} colIndex={index + 1} />
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record, row) => {
              const isChosen = row >= area.top && row <= area.bottom
              return (
                <GridRow
                  key={record.id}
                  record={record}
                  records={records}
                  columns={shown}
                  rowIndex={first + row + 2}
                  focused={row === range.focus.row ? range.focus.column : -1}
                  from={isChosen ? area.left : -1}
                  to={isChosen ? area.right : -1}
                  editable={editable.join(' ')}
                  refusals={paste.refusals.get(record.id)}
                  editor={
                    events.editing !== null && row === range.focus.row && cells.form ? (
                      <GridEditor
                        form={cells.form}
                        column={shown[range.focus.column]}
                        record={record}
                        title={recordTitle(record, widget.record_title_attribute)}
                        typed={events.editing}
                        onClose={events.endEditing}
                        leadOn={events.leadOn}
                      />
                    ) : null
                  }
                />
              )
            })}
          </tbody>
        </table>
      </div>
      <GridFoot rows={rowsIn(area)} columns={columnsIn(area)} isSeveral={isSeveral(range)} said={events.said} />
      <Suspense>{paste.plan && <PasteDialog paste={paste} plan={paste.plan} />}</Suspense>
      {paste.outcome && <OutcomeDialog outcome={paste.outcome} list={actions.list} onDismiss={paste.dismiss} />}
    </>
  )
}

interface GridFootProps {
  rows: number
  columns: number
  isSeveral: boolean
  /** What a key could not do. */
  said: string
}

/** The size of the chosen range, or how to use the grid. */
function GridFoot({ rows, columns, isSeveral: hasRange, said }: GridFootProps) {
  const [hint] = useState(t('Copy, paste and delete cells as in a spreadsheet. Press ? for the keys.'))
  const size = t('{rows} × {columns}, {count} cells', {
    rows: tn('{count} row', '{count} rows', rows),
    columns: tn('{count} column', '{count} columns', columns),
    count: formatCount(rows * columns),
  })
  return (
    <p className={styles.foot} data-print="none">
      <span role="status">{said !== '' ? said : hasRange ? size : ''}</span>
      {said === '' && !hasRange && <span>{hint}</span>}
      <VisuallyHidden>{hasRange ? t('Press Control+C to copy.') : ''}</VisuallyHidden>
    </p>
  )
}
