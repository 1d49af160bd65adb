import type { Action } from '@atrium/sdk/documents'
import { Menu } from '@mantine/core'
import { IconEye, IconPencil } from '@tabler/icons-react'
import { fillPath } from '../api/fill-path.ts'
import type { DataRecord } from '../api/records.ts'
import { NamedIcon } from '../theme/named-icon.tsx'
import { PathLink } from '../screen/path-link.tsx'
import { actionTone } from './action-tone.ts'
import styles from './action.module.css'
import { recordActions } from './record-actions.ts'

interface RecordMenuItemsProps {
  record: DataRecord
  actions: readonly Action[]
  viewPath?: string | undefined
  editPath?: string | undefined
  onAction: (action: Action) => void
}

/** What one can do with a record: look, edit, and the actions that suit it. */
export function RecordMenuItems({ record, actions, viewPath, editPath, onAction }: RecordMenuItemsProps) {
  const suitable = recordActions(actions, record)
  const isEmpty = suitable.length === 0 && viewPath === undefined && editPath === undefined
  return (
    <>
      {viewPath !== undefined && (
        <Menu.Item
          leftSection={<IconEye size={16} aria-hidden />}
          component={PathLink}
          href={fillPath(viewPath, record.id)}
        >
          View
        </Menu.Item>
      )}
      {editPath !== undefined && (
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          component={PathLink}
          href={fillPath(editPath, record.id)}
        >
          Edit
        </Menu.Item>
      )}
      {suitable.map((action) => (
        <Menu.Item
          key={action.id}
          className={styles.item}
          data-color={actionTone(action)}
          leftSection={<NamedIcon name={action.icon} />}
          onClick={() => onAction(action)}
        >
          {action.label}
        </Menu.Item>
      ))}
      {isEmpty && <Menu.Label>Nothing to do here</Menu.Label>}
    </>
  )
}
