import type { PluginRefusal } from '@atrium/sdk/documents'
import styles from './plan-dialog.module.css'

interface RefusalNoticeProps {
  refused: PluginRefusal
  /** Whether what helps is offered beside it. */
  hasRemedy: boolean
  titleOf: (id: string) => string
}

/** Why an action would not be done, who is in the way, and what helps. */
export function RefusalNotice({ refused: { code, message, fix, plugins }, hasRemedy, titleOf }: RefusalNoticeProps) {
  return (
    <div className={styles.refusal} role="alert">
      <p className={styles.refused}>{message}</p>
      {plugins.length > 0 && (
        <ul className={styles.names} aria-label="In the way">
          {plugins.map((id) => (
            <li key={id} className={styles.name}>
              {titleOf(id)}
            </li>
          ))}
        </ul>
      )}
      {!hasRemedy && <p className={styles.fix}>{fix}</p>}
      <code className={styles.code}>{code}</code>
    </div>
  )
}
