import { Button } from '@mantine/core'
import { type FocusEvent, useRef } from 'react'
import styles from './offer-message.module.css'

interface OfferMessageProps {
  message: string
  label: string
  onClick: () => void
}

/** The text of a toast with a button. */
export function OfferMessage({ message, label, onClick }: OfferMessageProps) {
  const before = useRef<HTMLElement>(null)
  const come = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isFromHere = currentTarget.closest('[data-position]')?.contains(relatedTarget)
    if (relatedTarget instanceof HTMLElement && !isFromHere) before.current = relatedTarget
  }
  const take = () => {
    // The button goes with its toast.
    if (before.current?.isConnected) before.current.focus()
    onClick()
  }
  return (
    <span className={styles.message}>
      <span className={styles.text}>{message}</span>
      <Button size="compact-sm" variant="default" className={styles.button} onFocus={come} onClick={take}>
        {label}
      </Button>
    </span>
  )
}
