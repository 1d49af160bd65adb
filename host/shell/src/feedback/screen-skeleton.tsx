import { t } from '../language/t.ts'
import styles from './screen-skeleton.module.css'

/** The placeholder of a screen while its document loads. It appears after a delay, so that fast answers do not flicker. */
export function ScreenSkeleton() {
  return (
    <div className={styles.skeleton} role="progressbar" aria-label={t('Loading')}>
      <div className={styles.title} />
      <div className={styles.block} />
    </div>
  )
}
