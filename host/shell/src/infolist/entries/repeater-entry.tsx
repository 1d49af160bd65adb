import { Blank, isBlank } from '../../values/value-kinds.tsx'
import type { EntryProps } from './entry-props.ts'
import styles from './repeater-entry.module.css'

/** An entry that shows a list of objects: of each what it has. */
export function RepeaterEntry({ entry, value, List }: EntryProps<'repeater'>) {
  const items = Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []
  if (items.length === 0) return <Blank />
  return (
    <ul className={styles.items}>
      {items.map((item, index) => (
        <li key={index} className={styles.item}>
          <List entries={entry.entries.filter(({ name }) => !isBlank(item[name]))} record={item} />
        </li>
      ))}
    </ul>
  )
}
