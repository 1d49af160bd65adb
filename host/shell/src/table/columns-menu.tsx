import { ActionIcon } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { MenuButton } from '../theme/menu-button.tsx'
import type { Columns } from './use-columns.ts'

const loadItems = () => import('./column-items.tsx').then((module) => module.ColumnItems)

/** Which columns to show. */
export function ColumnsMenu({ columns }: { columns: Columns }) {
  const button = (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label="Columns" title="Columns">
      <IconColumns3 size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
  return <MenuButton button={button} load={loadItems} items={{ columns }} position="bottom-end" width={220} />
}
