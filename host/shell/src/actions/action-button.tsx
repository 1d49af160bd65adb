import type { Action } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { useChanging } from '../api/preview.ts'
import { t } from '../language/t.ts'
import { NamedIcon } from '../theme/icons.tsx'
import styles from './action-button.module.css'
import { formatCount } from '../values/person-formats.ts'
import { actionTone } from './actions.ts'

interface ActionButtonProps {
  action: Action
  /** Whether it is the main button of its screen. */
  isMain?: boolean
  /** Of how many of the selected records it is offered, if not of all. */
  count?: number | undefined
  onClick: () => void
}

/** A button for one action. */
export function ActionButton({ action, isMain = false, count, onClick }: ActionButtonProps) {
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
      {count === undefined ? action.label : t('{label} ({count})', { label: action.label, count: formatCount(count) })}
    </Button>
  )
}
