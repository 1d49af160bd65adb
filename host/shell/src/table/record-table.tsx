import { usePermitted } from '../session/use-permitted.ts'
import { RecordRow } from './record-row.tsx'
import styles from './record-table.module.css'
import { SkeletonRows } from './skeleton-rows.tsx'
import { TableHead } from './table-head.tsx'
import type { TableScope } from './table-scope.ts'

/** The records of a page, a row each. Scrolls inside itself, in both directions. */
export function RecordTable({ scope }: { scope: TableScope }) {
  const { widget, list, columns } = scope
  const actions = usePermitted()(widget.actions)
  const shape = {
    hasChoice: actions.some((action) => action.kind === 'bulk'),
    hasMenu: widget.edit_path !== undefined || actions.some((action) => action.kind === 'row'),
  }
  const records = list.page.data?.records

  return (
    <div
      className={styles.scroll}
      data-stale={list.page.isPlaceholderData}
      data-choosing={scope.selection.ids.size > 0}
    >
      <table className={styles.table} aria-busy={list.page.isFetching}>
        <TableHead scope={scope} {...shape} />
        <tbody>
          {records ? (
            records.map((record) => (
              <RecordRow key={record.id} record={record} records={records} scope={scope} {...shape} />
            ))
          ) : (
            <SkeletonRows columns={columns.shown} {...shape} />
          )}
        </tbody>
      </table>
    </div>
  )
}
