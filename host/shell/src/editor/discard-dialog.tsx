import { Button, Modal } from '@mantine/core'
import '../theme/modal.css'
import styles from '../theme/dialog.module.css'

interface DiscardDialogProps {
  /** What would be lost. */
  text: string
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before what was typed is lost. */
export function DiscardDialog({ text, onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <Modal opened onClose={onKeep} title="Discard changes?" size={400}>
      <p className={styles.text}>{text}</p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onKeep} data-autofocus>
          Keep editing
        </Button>
        <Button color="red" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Modal>
  )
}
