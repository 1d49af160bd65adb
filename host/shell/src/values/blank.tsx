import { t } from '../language/t.ts'
import styles from './value-kinds.module.css'

/** Represents a missing value. */
export function Blank() {
  return (
    <span className={styles.blank} role="img" aria-label={t('empty')}>
      –
    </span>
  )
}

/** Whether a value is missing. */
export function isBlank(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === ''
}
