import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { Columns } from './use-columns.ts'

/** Which columns to show. The last one stays. */
export function ColumnsMenu({ columns }: { columns: Columns }) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Tooltip label="Columns">
          <ActionIcon variant="subtle" color="gray" size={32} aria-label="Columns">
            <IconColumns3 size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.all.map((column) => {
          const shown = columns.isShown(column)
          return (
            <Menu.CheckboxItem
              key={column.name}
              checked={shown}
              disabled={shown && columns.shown.length === 1}
              onChange={(show) => columns.show(column, show)}
            >
              {column.label}
            </Menu.CheckboxItem>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
