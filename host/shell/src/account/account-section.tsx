import type { ReactNode } from 'react'
import { useId } from 'react'
import { rich } from '../language/rich.tsx'
import { t } from '../language/t.ts'
import { SinceValue } from '../values/value-kinds.tsx'
import styles from './account-screen.module.css'

/** One part of the account, with its heading and a sentence about its purpose. */
export function Section({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <p className={styles.hint}>{hint}</p>
      {children}
    </section>
  )
}

/** When something was last used. */
export function LastUse({ at }: { at: string | undefined }) {
  if (at === undefined) return <>{t('not used yet')}</>
  return <>{rich('used {when}', { when: <SinceValue value={at} /> })}</>
}
