import { Button } from '@mantine/core'
import { forgetFailures, useFailures } from '../feedback/failures.ts'
import { t } from '../language/t.ts'
import { formatInstant, formatSince } from '../values/dates.ts'
import styles from './failed-here.module.css'

/** What failed in this tab and was shown only for a moment. It is gone with the tab. */
export function FailedHere() {
  const failures = useFailures()
  if (failures.length === 0) return null
  return (
    <section className={styles.failed} aria-label={t('Failed in this tab')}>
      <header className={styles.head}>
        <h3 className={styles.title}>{t('Failed in this tab')}</h3>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={forgetFailures}>
          {t('Clear')}
        </Button>
      </header>
      <ul className={styles.list}>
        {failures.map(({ id, message, at }) => (
          <li key={id} className={styles.entry}>
            <span>{message}</span>{' '}
            <time className={styles.time} dateTime={at.toISOString()} title={formatInstant(at)}>
              {formatSince(at)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}
