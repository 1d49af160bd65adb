import { Button, Modal } from '@mantine/core'
import '../theme/modal.css'
import { useBlocker } from '@tanstack/react-router'
import styles from '../actions/dialog.module.css'

/** Asks before what was typed is lost: on the way to another screen, and when the window is closed. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Modal opened onClose={reset} title="Discard changes?" size={400}>
      <p className={styles.text}>What you have changed on this screen is not saved.</p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={reset} data-autofocus>
          Keep editing
        </Button>
        <Button color="red" onClick={proceed}>
          Discard
        </Button>
      </div>
    </Modal>
  )
}
