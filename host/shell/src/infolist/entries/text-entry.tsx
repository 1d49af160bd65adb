import { TextValue } from '../../values/value-kinds.tsx'
import styles from './text-entry.module.css'
import type { EntryProps } from './entry-props.ts'

/** An entry that shows a text, with its line breaks where it may have some. */
export function TextEntry({ entry, value }: EntryProps<'text'>) {
  return (
    <span className={entry.multiline ? styles.lines : styles.line}>
      <TextValue value={value} options={entry.options} />
    </span>
  )
}
