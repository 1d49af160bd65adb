import { Menu } from '@mantine/core'
import type { Columns } from './use-columns.ts'

/** The columns to show. The last one stays. */
export function ColumnItems({ columns }: { columns: Columns }) {
  return columns.all.map((column) => {
    const isShown = columns.isShown(column)
    return (
      <Menu.CheckboxItem
        key={column.name}
        checked={isShown}
        disabled={isShown && columns.shown.length === 1}
        onChange={(show) => columns.show(column, show)}
      >
        {column.label}
      </Menu.CheckboxItem>
    )
  })
}
