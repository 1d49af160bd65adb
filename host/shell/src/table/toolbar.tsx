import { ColumnsMenu } from './columns-menu.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { SearchBox } from './search-box.tsx'
import type { TableScope } from './table-scope.ts'
import styles from './toolbar.module.css'

/** Search and filters at the start, what concerns the view of the table at the end. */
export function Toolbar({ scope }: { scope: TableScope }) {
  const { widget, list, columns } = scope
  return (
    <div className={styles.toolbar}>
      {widget.searchable && <SearchBox value={list.state.q} onChange={(q) => list.change({ q }, { replace: true })} />}
      <FilterBar widget={widget} list={list} />
      <div className={styles.end}>
        {columns.all.length > 1 && <ColumnsMenu columns={columns} />}
        {widget.exportable && <ExportButton scope={scope} />}
      </div>
    </div>
  )
}
