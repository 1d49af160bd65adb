import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../language/t.ts'
import { DialogFoot } from '../theme/dialog-foot.tsx'
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

/** The buttons of a step. */
export function StepFoot({ importing, effect = '', children }: FootProps) {
  return (
    <DialogFoot effect={effect}>
      {importing.step !== 'file' && (
        <Button variant="default" disabled={importing.isPending} onClick={importing.back}>
          {t('Back')}
        </Button>
      )}
      {children}
    </DialogFoot>
  )
}
