import type { Column } from '@atrium/sdk/documents'
import { columnAlign } from './column-align.ts'
import styles from './record-table.module.css'
import type { RowShape } from './row-shape.ts'

const WIDTHS = [140, 72, 96, 120, 64, 108]

/** Rows in waiting, of about the shape of what is to come. */
export function SkeletonRows({ columns, hasChoice, hasMenu }: { columns: readonly Column[] } & RowShape) {
  return Array.from({ length: 10 }, (_, row) => (
    <tr key={row} className={styles.row}>
      {hasChoice && <td className={styles.choice} />}
      {columns.map((column, index) => (
        <td key={column.name} data-align={columnAlign(column)}>
          <span className={styles.bone} style={{ width: WIDTHS[(row + index) % WIDTHS.length] }} />
        </td>
      ))}
      {hasMenu && <td className={styles.menu} />}
    </tr>
  ))
}
