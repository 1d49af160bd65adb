import { PathLink } from '../../screen/path-link.tsx'
import { RelationValue } from '../../values/value-kinds.tsx'
import type { EntryProps } from './entry-props.ts'
import styles from './relation-entry.module.css'
import { useRecordScreen } from './use-record-screen.ts'

/** The name of the record that an entry points at, and the way to it where it has a screen. */
export function RelationEntry({ entry, value }: EntryProps<'relation'>) {
  const href = useRecordScreen(entry.relation.list_path, value)
  const name = <RelationValue value={value} relation={entry.relation} siblings={[value]} />
  if (href === undefined) return name
  return (
    <PathLink href={href} className={styles.link}>
      {name}
    </PathLink>
  )
}
