import type { Action } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { NamedIcon } from '../theme/named-icon.tsx'
import { actionTone } from './action-tone.ts'
import styles from './action.module.css'

/** An action as a button of its own. */
export function ActionButton({ action, onClick }: { action: Action; onClick: () => void }) {
  const tone = actionTone(action)
  return (
    <Button
      variant="default"
      leftSection={action.icon !== undefined && <NamedIcon name={action.icon} />}
      className={styles.action}
      data-color={tone}
      onClick={onClick}
    >
      {action.label}
    </Button>
  )
}
