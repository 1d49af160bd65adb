import styles from '../theme/dialog.module.css'
import { useSubtitles } from '../values/record-subtitle.ts'
import type { ActionTarget } from './actions.ts'

/** Names the record of a dialog. */
export function Subject({ target: { title, record, subtitle } }: { target: ActionTarget }) {
  const subtitleOf = useSubtitles(subtitle, record ? [record] : [])
  if (title === undefined) return null
  const second = record ? subtitleOf(record) : ''
  return (
    <p className={styles.subject}>
      {title}
      {second !== '' && <span className={styles.second}>{second}</span>}
    </p>
  )
}
