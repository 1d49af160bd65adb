import { TextValue } from '../../values/value-kinds.tsx'
import styles from './text-column.module.css'
import type { ColumnProps } from './column-props.ts'

/** A cell that shows a text, on one line unless the column wraps. */
export function TextColumn({ column, value }: ColumnProps<'text'>) {
  return (
    <span className={column.wrap ? styles.wrapped : styles.line}>
      <TextValue value={value} options={column.options} />
    </span>
  )
}
