import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { DataRecord } from '../api/records.ts'
import { usePermitted } from '../session/use-permitted.ts'
import type { TableScope } from './table-scope.ts'

const Items = lazy(() =>
  import('../actions/record-menu-items.tsx').then((module) => ({ default: module.RecordMenuItems })),
)

interface RowMenuProps {
  record: DataRecord
  title: string
  scope: TableScope
}

/** What can be done with the record of a row. A menu is made when it is first asked for: a page may have 500 rows. */
export function RowMenu({ record, title, scope: { widget, actions } }: RowMenuProps) {
  const [isMade, setMade] = useState(false)
  const permitted = usePermitted()
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={`Actions for ${title}`}
      aria-haspopup="menu"
      onClick={isMade ? undefined : () => setMade(true)}
    >
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  )
  if (!isMade) return button
  return (
    <Menu position="bottom-end" width={200} defaultOpened>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <Items
            record={record}
            actions={permitted(widget.actions)}
            viewPath={widget.view_path}
            editPath={widget.edit_path}
            onAction={(action) => actions.start(action, { id: record.id, title })}
          />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}
