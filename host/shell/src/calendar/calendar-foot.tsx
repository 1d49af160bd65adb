import type { RecordPage } from '../api/records.ts'
import { t } from '../language/t.ts'
import { startOfDay } from '../values/calendar-day.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import styles from './calendar-foot.module.css'
import type { VisibleRange } from './calendar-state.ts'
import { entriesText, zoneName } from './entry-words.ts'
import { formatCount } from '../values/person-formats.ts'

interface CalendarFootProps {
  range: VisibleRange
  entries: readonly CalendarEntry[]
  counts: ReadonlyMap<string, number> | undefined
  page: RecordPage | undefined
  /** Whether times at which nobody works look closed. */
  hasClosed: boolean
}

/** The number of entries, the meaning of the colours, and the time zone. */
export function CalendarFoot({ range, entries, counts, page, hasClosed }: CalendarFootProps) {
  const states = new Map(entries.flatMap(({ state, color }) => (color ? [[state, color] as const] : [])))
  return (
    <div className={styles.foot}>
      <span role="status">{page ? countText(entries.length, page, counts) : ''}</span>
      {(states.size > 0 || hasClosed) && (
        <ul className={styles.legend} aria-label={t('Colours')}>
          {[...states].map(([state, color]) => (
            <li key={state} className={styles.state} data-color={color}>
              {state}
            </li>
          ))}
          {hasClosed && <li className={`${styles.state} ${styles.closed}`}>{t('Closed')}</li>}
        </ul>
      )}
      <span className={styles.zone}>{t('Times in {zoneName}', { zoneName: zoneName(startOfDay(range.first)) })}</span>
    </div>
  )
}

function countText(count: number, { records, total }: RecordPage, counts: CalendarFootProps['counts']): string {
  // A month is counted because it has entries, so nothing is shown until the counts have arrived.
  if (counts?.size === 0) return ''
  if (counts !== undefined) return entriesText([...counts.values()].reduce((sum, each) => sum + each, 0))
  if (total > records.length)
    return t('The first {count} of {total}. Choose a shorter period to see all.', {
      count: formatCount(records.length),
      total: formatCount(total),
    })
  return count === 0 ? t('No entries in this period') : entriesText(count)
}
