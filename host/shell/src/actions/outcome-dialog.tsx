import { Button, Modal } from '@mantine/core'
import '../theme/modal.css'
import type { BulkResult } from '@atrium/sdk/documents'
import styles from '../theme/dialog.module.css'

/** How an action on many went when not all of it was done: which records it left, and why. */
export function OutcomeDialog({
  outcome: { done, failed },
  onDismiss,
}: {
  outcome: BulkResult
  onDismiss: () => void
}) {
  return (
    <Modal opened onClose={onDismiss} title={`${done.length} done, ${failed.length} not done`} size={520}>
      <p className={styles.text}>These records were left as they are:</p>
      <ul className={styles.failures} tabIndex={0} aria-label="Records left as they are">
        {failed.map(({ id, error }) => (
          <li key={id} className={styles.failure}>
            <span className={styles.id}>{id}</span>
            <span>{error.detail}</span>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={onDismiss} data-autofocus>
          Close
        </Button>
      </div>
    </Modal>
  )
}
