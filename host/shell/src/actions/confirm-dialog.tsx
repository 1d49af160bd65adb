import { Button, Modal } from '@mantine/core'
import '../theme/modal.css'
import type { AskedAction } from './action-target.ts'
import { actionTone } from './action-tone.ts'
import styles from '../theme/dialog.module.css'

interface ConfirmDialogProps {
  asked: AskedAction
  isRunning: boolean
  onConfirm: () => void
  onDismiss: () => void
}

/** Asks before something is done. Where it destroys, the safe answer has the focus. */
export function ConfirmDialog({ asked: { action, target }, isRunning, onConfirm, onDismiss }: ConfirmDialogProps) {
  const destroys = actionTone(action) === 'red'
  return (
    <Modal opened onClose={onDismiss} title={action.label} size={420}>
      <p className={styles.text}>{action.confirm}</p>
      {target.title !== undefined && <p className={styles.subject}>{target.title}</p>}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onDismiss} data-autofocus={destroys || undefined}>
          Cancel
        </Button>
        <Button
          color={destroys ? 'red' : undefined}
          loading={isRunning}
          onClick={onConfirm}
          data-autofocus={!destroys || undefined}
        >
          {action.label}
        </Button>
      </div>
    </Modal>
  )
}
