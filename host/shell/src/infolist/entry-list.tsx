import { rendererFor } from '../screen/renderer-for.ts'
import { usePermitted } from '../session/use-permitted.ts'
import { TextValue } from '../values/value-kinds.tsx'
import { entries as renderers } from './entries/index.ts'
import type { EntryListProps, EntryProps } from './entries/entry-props.ts'
import styles from './entry-nodes.module.css'

/** Names and values. A kind of entry that this shell does not know is shown as text. */
export function EntryList({ entries, record }: EntryListProps) {
  const permitted = usePermitted()
  return (
    <dl className={styles.list}>
      {permitted(entries).map((entry) => {
        const Renderer = rendererFor<EntryProps>(renderers, entry.kind)
        const value = record[entry.name]
        return (
          <div key={entry.name} className={styles.entry}>
            <dt className={styles.label}>{entry.label}</dt>
            <dd className={styles.value}>
              {Renderer ? <Renderer entry={entry} value={value} List={EntryList} /> : <TextValue value={value} />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
