import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { signInAgain } from '../api/sign-in-again.ts'
import styles from '../theme/dialog.module.css'
import '../theme/modal.css'

interface DiscardDialogProps {
  /** Describes what would be lost. */
  text: string
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before unsaved input is discarded. */
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

/** Asks before unsaved input is lost, when the person leaves for another screen and when the window is closed. */
export function UnsavedGuard({ isDirty, onDiscard }: { isDirty: boolean; onDiscard?: (() => void) | undefined }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  useEffect(() => (isDirty ? signInAgain.hold() : undefined), [isDirty])
  if (status !== 'blocked') return null
  const discard = () => {
    onDiscard?.()
    proceed()
  }
  return <DiscardDialog text="Your changes on this screen are not saved." onKeep={reset} onDiscard={discard} />
}
