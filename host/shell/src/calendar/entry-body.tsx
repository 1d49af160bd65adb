import { VisuallyHidden } from '@mantine/core'
import type { CalendarEntry } from './calendar-entries.ts'
import styles from './calendar-grid.module.css'
import { entryPlace, entryTimes } from './entry-words.ts'

const SHORT = 40 * 60_000

/** What stands in an entry of a grid, the most telling first: there may be room for one line. */
export function EntryBody({ entry }: { entry: CalendarEntry }) {
  const isShort = entry.end.getTime() - entry.start.getTime() < SHORT
  return (
    <span className={styles.body} data-short={isShort}>
      <span className={styles.title}>{entry.title}</span> <span>{entryTimes(entry)}</span>{' '}
      {entry.resource !== '' && <span className={styles.resource}>{entry.resource}</span>}
      <VisuallyHidden> {entryPlace(entry)}</VisuallyHidden>
    </span>
  )
}
