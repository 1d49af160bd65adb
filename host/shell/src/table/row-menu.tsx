import type { Action } from '@atrium/sdk/documents'
import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { DataRecord } from '../api/records.ts'
import { MenuButton } from '../theme/menu-button.tsx'
import { usePermitted } from '../session/use-permitted.ts'
import type { TableScope } from './table-scope.ts'

const loadItems = () => import('../actions/record-menu-items.tsx').then((module) => module.RecordMenuItems)

interface RowMenuProps {
  record: DataRecord
  title: string
  scope: TableScope
}

/** What can be done with the record of a row. */
export function RowMenu({ record, title, scope: { widget, actions } }: RowMenuProps) {
  const permitted = usePermitted()
  const items = {
    record,
    actions: permitted(widget.actions),
    viewPath: widget.view_path,
    editPath: widget.edit_path,
    onAction: (action: Action) => actions.start(action, { id: record.id, title }),
  }
  const button = (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Actions for ${title}`}>
      <IconDots size={16} aria-hidden />
    </ActionIcon>
  )
  return <MenuButton button={button} load={loadItems} items={items} position="bottom-end" width={200} />
}
