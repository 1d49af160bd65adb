import { ActionIcon, Checkbox, Menu, Tooltip } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { Columns } from './use-columns.ts'

/** Which columns to show. The last one stays. */
export function ColumnsMenu({ columns }: { columns: Columns }) {
  return (
    <Menu position="bottom-end" closeOnItemClick={false} width={220}>
      <Menu.Target>
        <Tooltip label="Columns">
          <ActionIcon variant="subtle" color="gray" size={32} aria-label="Columns">
            <IconColumns3 size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Columns</Menu.Label>
        {columns.all.map((column) => {
          const shown = columns.isShown(column)
          return (
            <Menu.Item
              key={column.name}
              role="menuitemcheckbox"
              aria-checked={shown}
              disabled={shown && columns.shown.length === 1}
              leftSection={<Checkbox.Indicator size="xs" checked={shown} />}
              onClick={() => columns.show(column, !shown)}
            >
              {column.label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
