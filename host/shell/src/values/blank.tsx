import styles from './blank.module.css'

/** A value that is not there. */
export function Blank() {
  return (
    <span className={styles.blank} role="img" aria-label="empty">
      –
    </span>
  )
}

/** Whether there is nothing to show. */
export function isBlank(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === ''
}
