import type { Action } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { NamedIcon } from '../icons/named-icon.tsx'
import { actionTone } from './action-tone.ts'

/** An action as a button of its own. */
export function ActionButton({ action, onClick }: { action: Action; onClick: () => void }) {
  const tone = actionTone(action)
  return (
    <Button
      variant={tone === undefined ? 'default' : 'light'}
      color={tone}
      leftSection={action.icon !== undefined && <NamedIcon name={action.icon} />}
      onClick={onClick}
    >
      {action.label}
    </Button>
  )
}
