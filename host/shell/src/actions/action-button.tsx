import type { Action } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { NamedIcon } from '../theme/icons.tsx'
import styles from './action-button.module.css'
import { actionTone } from './actions.ts'

/** A button for one action. */
export function ActionButton({ action, onClick }: { action: Action; onClick: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={action.icon !== undefined && <NamedIcon name={action.icon} />}
      className={styles.action}
      data-color={actionTone(action)}
      onClick={onClick}
    >
      {action.label}
    </Button>
  )
}
