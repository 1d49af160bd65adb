import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './import-dialog.module.css'
import type { Importing } from './use-importing.ts'

/** The props of a step. */
export interface StepProps {
  importing: Importing
  /** The name of files that are saved. */
  name: string
  onDismiss: () => void
}

interface FootProps {
  importing: Importing
  /** What the main button will do, or what is missing for it. */
  effect?: string
  children: ReactNode
}

/** The buttons of a step. They stay in sight below what scrolls. */
export function StepFoot({ importing, effect = '', children }: FootProps) {
  return (
    <div className={styles.foot}>
      <p className={styles.effect} role="status">
        {effect}
      </p>
      {importing.step !== 'file' && (
        <Button variant="default" disabled={importing.isPending} onClick={importing.back}>
          Back
        </Button>
      )}
      {children}
    </div>
  )
}
