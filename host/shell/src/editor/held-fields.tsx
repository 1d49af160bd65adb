import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import styles from './held-fields.module.css'

interface HeldFieldsProps {
  /** Whether the fields cannot be changed now. */
  isHeld: boolean
  className?: string | undefined
  children: ReactNode
}

/**
 * Fields that cannot be changed while they are being sent, because later input could not be kept. They keep the focus, which disabled fields
 * would lose, so that the person can go on at once if the request fails.
 */
export function HeldFields({ isHeld, className = '', children }: HeldFieldsProps) {
  const fields = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (isHeld && fields.current ? makeReadOnly(fields.current) : undefined), [isHeld])
  return (
    <div ref={fields} className={`${styles.fields} ${className}`} aria-busy={isHeld} {...(isHeld && REFUSALS)}>
      {children}
    </div>
  )
}

/** Lists of choices are rendered elsewhere in the document, but React passes their events through here. */
const REFUSALS = {
  onClickCapture: refuse,
  onDropCapture: refuse,
  onPasteCapture: refuse,
  onKeyDownCapture: (event: KeyboardEvent) => !KEYS_TO_LEAVE.includes(event.key) && refuse(event),
  onMouseDownCapture: (event: SyntheticEvent) => event.stopPropagation(),
  onPointerDownCapture: (event: SyntheticEvent) => event.stopPropagation(),
}

const KEYS_TO_LEAVE = ['Tab', 'Escape']

function refuse(event: SyntheticEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** The keyboards of phones send no keys that could be refused. Returns what makes the inputs writable again. */
function makeReadOnly(fields: HTMLElement): () => void {
  const inputs = fields.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:read-write, textarea:read-write',
  )
  for (const input of inputs) input.readOnly = true
  return () => {
    for (const input of inputs) input.readOnly = false
  }
}
