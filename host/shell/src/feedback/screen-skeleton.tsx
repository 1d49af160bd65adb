import styles from './screen-skeleton.module.css'

/** A hint of a screen while its document is on its way. Appears only after a moment, so that fast answers do not flicker. */
export function ScreenSkeleton() {
  return (
    <div className={styles.skeleton} role="progressbar" aria-label="Loading">
      <div className={styles.title} />
      <div className={styles.block} />
    </div>
  )
}
