import { ActionIcon } from '@mantine/core'
import { IconGridDots } from '@tabler/icons-react'
import type { TableScope } from '../table-scope.ts'
import { useGridOffered } from './use-grid-offered.ts'

/** Switches between rows that lead to records and cells that are edited as in a spreadsheet. */
export function GridSwitch({ scope: { widget, list } }: { scope: TableScope }) {
  const isGrid = list.state.isGrid === true
  if (!useGridOffered(widget)) return null
  return (
    <ActionIcon
      variant={isGrid ? 'light' : 'subtle'}
      color={isGrid ? undefined : 'gray'}
      size={32}
      aria-label="Grid"
      title={isGrid ? 'Back to the list' : 'Edit as a grid'}
      aria-pressed={isGrid}
      data-grid-switch={widget.id}
      onClick={() => list.arrange({ isGrid: isGrid ? null : true })}
    >
      <IconGridDots size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
