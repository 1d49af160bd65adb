import type { ReactNode } from 'react'
import styles from './dialog-foot.module.css'

/** The end of a dialog or drawer: what its main button will do, or what is missing for it, and the buttons. It stays in sight below what scrolls. */
export function DialogFoot({ effect, children }: { effect: string; children: ReactNode }) {
  return (
    <div className={styles.foot}>
      <p className={styles.effect} role="status">
        {effect}
      </p>
      {children}
    </div>
  )
}
