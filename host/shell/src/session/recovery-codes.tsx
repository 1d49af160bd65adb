import { Button } from '@mantine/core'
import { t } from '../language/t.ts'
import styles from './second-step.module.css'

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = t('Recovery codes for Atrium. Each works once.\n\n{codes}\n', { codes: codes.join('\n') })
  return (
    <div className={styles.form}>
      <p className={styles.text}>
        {t(
          'Keep these recovery codes in a safe place, such as a password manager or on paper. Each lets you in once if you lose your phone or your passkey. They are not shown again.',
        )}
      </p>
      <ul className={styles.codes} aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => void navigator.clipboard.writeText(text)}>
          {t('Copy')}
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="atrium-recovery-codes.txt"
        >
          {t('Download')}
        </Button>
        <Button onClick={onDone}>{t('I have kept them')}</Button>
      </div>
    </div>
  )
}
