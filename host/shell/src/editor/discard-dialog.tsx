import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { signInAgain } from '../api/sign-in-again.ts'
import { t } from '../language/t.ts'
import styles from '../theme/dialog.module.css'
import { inNextFrame } from '../theme/in-next-frame.ts'
import '../theme/modal.css'

interface DiscardDialogProps {
  /** Describes what would be lost. */
  text: string
  onKeep: () => void
  onDiscard: () => void
}

/** The question that is open. A later one replaces it: of two, one would ask behind the other. */
let asked: { readonly field: Element | null; readonly withdraw: () => void } | undefined

/** Asks before unsaved input is discarded. */
export function DiscardDialog({ text, onKeep, onDiscard }: DiscardDialogProps) {
  // `useReturnedFocus` would also move the focus after Discard, before a dialog that goes at the same time can return it.
  const [field] = useState(() => asked?.field ?? document.activeElement)
  useEffect(() => {
    asked?.withdraw()
    const own = { field, withdraw: onKeep }
    asked = own
    return () => {
      if (asked === own) asked = undefined
    }
  }, [])
  const keep = () => {
    onKeep()
    inNextFrame(() => field instanceof HTMLElement && field.focus())
  }
  return (
    <Modal opened onClose={keep} title={t('Discard changes?')} size={400}>
      <p className={styles.text}>{text}</p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={keep} data-autofocus>
          {t('Keep editing')}
        </Button>
        <Button color="red" onClick={onDiscard}>
          {t('Discard')}
        </Button>
      </div>
    </Modal>
  )
}

/** Whether a dialog may close: freely, after a question because of unsent input or of what else would be lost, or not while it sends. */
export type Hold = 'free' | 'dirty' | { readonly lost: string } | 'saving'

/**
 * Closes a dialog with a form, which keeps `hold` up to date.
 * @returns with the question to show beside the dialog, while it asks
 */
export function useGuardedClose(onDismiss: () => void) {
  const hold = useRef<Hold>('free')
  const [lost, setLost] = useState<string | null>(null)
  const close = () => {
    const { current } = hold
    if (current === 'free') onDismiss()
    else if (current !== 'saving')
      setLost(current === 'dirty' ? t('What you entered here was not sent.') : current.lost)
  }
  const question = lost !== null && <DiscardDialog text={lost} onKeep={() => setLost(null)} onDiscard={onDismiss} />
  return { hold, close, isAsking: lost !== null, question }
}

interface UnsavedGuardProps {
  isDirty: boolean
  onDiscard?: (() => void) | undefined
  /** For a form over a screen: the parameter of the address that keeps it open. */
  openedBy?: string | undefined
  /** Whether the person cannot leave now, because the form is being sent. */
  stays?: boolean
  /** Whether the input is being saved. Who leaves meanwhile gets there once it is saved, and is asked if it is refused. */
  isSaving?: boolean
  /** Kept up to date: whether the person is about to leave. */
  isLeaving?: RefObject<boolean> | undefined
}

/** Asks before unsaved input is lost, when the person leaves for another screen and when the window is closed. */
export function UnsavedGuard({ isDirty, onDiscard, openedBy, stays = false, ...props }: UnsavedGuardProps) {
  const { isSaving = false, isLeaving } = props
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && (current.pathname !== next.pathname || (openedBy !== undefined && !(openedBy in next.search))),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  useEffect(() => (isDirty ? signInAgain.hold() : undefined), [isDirty])
  useEffect(() => {
    if (stays) reset?.()
  }, [stays, status])
  useEffect(() => {
    if (isLeaving) isLeaving.current = status === 'blocked'
    if (status === 'blocked' && !isDirty) proceed()
  })
  if (status !== 'blocked' || stays || isSaving) return null
  const discard = () => {
    onDiscard?.()
    proceed()
  }
  return <DiscardDialog text={t('Your changes on this screen are not saved.')} onKeep={reset} onDiscard={discard} />
}
