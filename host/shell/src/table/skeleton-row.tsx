import type { ShownColumn } from './layout.ts'
import { columnAlign, columnWidth } from './record-cell.tsx'
import type { RowShape } from './record-row.tsx'
import styles from './record-table.module.css'

/** In pixels; neighbouring cells differ, so that the placeholders look like text. */
const WIDTHS = [140, 72, 96, 120, 64, 108]

interface SkeletonRowProps extends RowShape {
  columns: readonly ShownColumn[]
  /** Its place, which decides how long its placeholders are. */
  row: number
}

/** Placeholders of roughly the shape of a row that is loading. */
export function SkeletonRow({ columns, row, hasChoice, hasMenu }: SkeletonRowProps) {
  return (
    <tr className={styles.row}>
      {hasChoice && <td className={styles.choice} />}
      {columns.map((column, index) => (
        <td key={column.name} data-align={columnAlign(column)} {...columnWidth(column)}>
          <span className={styles.bone} style={{ width: WIDTHS[(row + index) % WIDTHS.length] }} />
        </td>
      ))}
      {hasMenu && <td className={styles.menu} />}
    </tr>
  )
}
