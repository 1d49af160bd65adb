import { FilterBar } from './filter-bar.tsx'
import { SearchBox } from './search-box.tsx'
import type { TableScope } from './table-scope.ts'
import { TableTools } from './table-tools.tsx'
import styles from './toolbar.module.css'

/** Search and filters at the start, what concerns the view of the table at the end. */
export function Toolbar({ scope }: { scope: TableScope }) {
  const { widget, list } = scope
  return (
    <div className={styles.toolbar}>
      {widget.searchable && <SearchBox value={list.state.q} onChange={(q) => list.change({ q }, { replace: true })} />}
      <FilterBar widget={widget} list={list} />
      <div className={styles.end}>
        <TableTools scope={scope} />
      </div>
    </div>
  )
}
