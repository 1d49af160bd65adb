import type { Action } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { useChanging } from '../api/preview.ts'
import { NamedIcon } from '../theme/icons.tsx'
import styles from './action-button.module.css'
import { actionTone } from './actions.ts'

interface ActionButtonProps {
  action: Action
  /** Whether it is the main button of its screen. */
  isMain?: boolean
  onClick: () => void
}

/** A button for one action. */
export function ActionButton({ action, isMain = false, onClick }: ActionButtonProps) {
  const changing = useChanging()
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      leftSection={action.icon !== undefined && <NamedIcon name={action.icon} />}
      className={styles.action}
      data-color={isMain ? undefined : actionTone(action)}
      onClick={onClick}
      {...changing}
    >
      {action.label}
    </Button>
  )
}
