import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { DataRecord } from '../api/records.ts'
import { useOnDemand } from '../dashboard/use-on-demand.ts'
import { usePermitted } from '../session/use-permitted.ts'
import type { TableScope } from './table-scope.ts'

const loadItems = () => import('../actions/record-menu-items.tsx').then((module) => module.RecordMenuItems)

interface RowMenuProps {
  record: DataRecord
  title: string
  scope: TableScope
}

/** What can be done with the record of a row. A menu is made when it is first asked for: a page may have 500 rows. */
export function RowMenu({ record, title, scope: { widget, actions } }: RowMenuProps) {
  const { Component: Items, fetchIt } = useOnDemand(loadItems)
  const permitted = usePermitted()
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={`Actions for ${title}`}
      aria-haspopup="menu"
      onClick={Items ? undefined : () => void fetchIt()}
    >
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  )
  if (!Items) return button
  return (
    <Menu position="bottom-end" width={200} defaultOpened>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Items
          record={record}
          actions={permitted(widget.actions)}
          viewPath={widget.view_path}
          editPath={widget.edit_path}
          onAction={(action) => actions.start(action, { id: record.id, title })}
        />
      </Menu.Dropdown>
    </Menu>
  )
}
