import type { TableWidget } from '@atrium/sdk/documents'
import { useMediaQuery } from '@mantine/hooks'
import { usePreview } from '../../api/preview.ts'
import { usePanel } from '../../screen/panel-context.ts'
import { usePermitted } from '../../session/permissions.ts'

/** Whether the person may edit a list like a spreadsheet: its records can be changed together, and the screen is not that of a phone. */
export function useGridOffered({ change_many, edit_path }: TableWidget): boolean {
  const { panel } = usePanel()
  const permitted = usePermitted()
  const isPreview = usePreview() !== null
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const hasEditScreen = panel.screens.some(({ path }) => path === edit_path)
  return change_many !== undefined && permitted([change_many]).length > 0 && hasEditScreen && !isPreview && !isNarrow
}
