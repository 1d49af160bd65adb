import type { Column } from '@atrium/sdk/documents'
import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { columnAlign } from './column-align.ts'
import { nextSort } from './next-sort.ts'
import styles from './record-table.module.css'
import type { RowShape } from './row-shape.ts'
import type { TableScope } from './table-scope.ts'

/** The heads of the columns; those that can be sorted by are buttons. */
export function TableHead({ scope, hasChoice, hasMenu }: { scope: TableScope } & RowShape) {
  const { list, columns, selection } = scope
  const ids = list.page.data?.records.map((record) => record.id) ?? []
  const chosen = ids.filter((id) => selection.has(id)).length
  return (
    <thead>
      <tr>
        {hasChoice && (
          <th className={styles.choice} scope="col">
            <Checkbox
              size="xs"
              aria-label="Select all on this page"
              checked={ids.length > 0 && chosen === ids.length}
              indeterminate={chosen > 0 && chosen < ids.length}
              onChange={(event) => selection.toggle(ids, event.currentTarget.checked)}
            />
          </th>
        )}
        {columns.shown.map((column) => (
          <HeadCell key={column.name} column={column} scope={scope} />
        ))}
        {hasMenu && (
          <th className={styles.menu} scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  )
}

function HeadCell({ column, scope: { widget, list } }: { column: Column; scope: TableScope }) {
  const { sort } = list.state
  const order = sort?.field === column.name ? sort.order : null
  const Arrow = order === 'desc' ? IconArrowDown : IconArrowUp
  if (!column.sortable) {
    return (
      <th scope="col" data-align={columnAlign(column)}>
        {column.label}
      </th>
    )
  }
  return (
    <th scope="col" data-align={columnAlign(column)} aria-sort={order === null ? undefined : `${order}ending`}>
      <UnstyledButton
        className={styles.sort}
        data-sorted={order !== null}
        onClick={() => list.change({ sort: nextSort(sort, column.name, widget.default_sort ?? null) })}
      >
        {column.label}
        <Arrow size={12} stroke={2} aria-hidden className={styles.arrow} />
      </UnstyledButton>
    </th>
  )
}
