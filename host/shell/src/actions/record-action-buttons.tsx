import type { Action } from '@atrium/sdk/documents'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { DataRecord } from '../api/records.ts'
import { usePermitted } from '../session/use-permitted.ts'
import { ActionButton } from './action-button.tsx'
import { recordActions } from './record-actions.ts'
import { RecordMenuItems } from './record-menu-items.tsx'
import type { Actions } from './use-actions.ts'

const BUTTONS = 2

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

  return (
    <>
      {buttons.map((action) => (
        <ActionButton key={action.id} action={action} onClick={() => start(action)} />
      ))}
      {others.length > 0 && (
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <ActionIcon variant="default" size={32} aria-label={`More actions for ${title}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <RecordMenuItems record={record} actions={others} onAction={start} />
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
