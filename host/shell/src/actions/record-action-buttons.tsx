import type { Action } from '@atrium/sdk/documents'
import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { DataRecord } from '../api/records.ts'
import { MenuButton } from '../theme/menu-button.tsx'
import { usePermitted } from '../session/use-permitted.ts'
import { ActionButton } from './action-button.tsx'
import { recordActions } from './record-actions.ts'
import type { Actions } from './use-actions.ts'

const BUTTONS = 2
const loadItems = () => import('./record-menu-items.tsx').then((module) => module.RecordMenuItems)

interface RecordActionButtonsProps {
  record: DataRecord
  title: string
  declared: readonly Action[]
  actions: Actions
}

/** What can be done with the record on screen: a few buttons, and a menu for more. What deletes is always in the menu. */
export function RecordActionButtons({ record, title, declared, actions }: RecordActionButtonsProps) {
  const suitable = recordActions(usePermitted()(declared), record)
  const buttons = suitable.filter((action) => action.method !== 'DELETE').slice(0, BUTTONS)
  const others = suitable.filter((action) => !buttons.includes(action))
  const start = (action: Action) => actions.start(action, { id: record.id, title })
  const more = (
    <ActionIcon variant="default" size={32} aria-label={`More actions for ${title}`}>
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  )

  return (
    <>
      {buttons.map((action) => (
        <ActionButton key={action.id} action={action} onClick={() => start(action)} />
      ))}
      {others.length > 0 && (
        <MenuButton
          button={more}
          load={loadItems}
          items={{ record, actions: others, onAction: start }}
          position="bottom-end"
          width={200}
        />
      )}
    </>
  )
}
