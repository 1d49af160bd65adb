import type { Action } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { useChanging } from '../api/preview.ts'
import { NamedIcon } from '../theme/icons.tsx'
import styles from './action-button.module.css'
import { actionTone } from './actions.ts'

/** A button for one action. */
export function ActionButton({ action, onClick }: { action: Action; onClick: () => void }) {
  const changing = useChanging()
  return (
    <Button
      variant="default"
      leftSection={action.icon !== undefined && <NamedIcon name={action.icon} />}
      className={styles.action}
      data-color={actionTone(action)}
      onClick={onClick}
      {...changing}
    >
      {action.label}
    </Button>
  )
}
