import { Button } from '@mantine/core'
import styles from './offer-message.module.css'

interface OfferMessageProps {
  message: string
  label: string
  onClick: () => void
}

/** The text of a toast with a button. */
export function OfferMessage({ message, label, onClick }: OfferMessageProps) {
  return (
    <span className={styles.message}>
      <span className={styles.text}>{message}</span>
      <Button size="compact-sm" variant="default" className={styles.button} onClick={onClick}>
        {label}
      </Button>
    </span>
  )
}
