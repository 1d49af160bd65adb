import { useMutation } from '@tanstack/react-query'
import type { HTMLAttributes, ReactElement } from 'react'
import { toast } from '../feedback/toast.ts'
import { t } from '../language/t.ts'
import { MenuButton } from '../theme/menu-button.tsx'
import { saveFile } from '../values/save-file.ts'
import type { TableScope } from './table-scope.ts'

interface ExportMenuProps {
  scope: TableScope
  /** The queries for the records; each is one request, or one for each page. */
  queries: () => readonly string[]
  /** Renders the button, while a file is being made, too. */
  children: (isPending: boolean) => ReactElement<HTMLAttributes<HTMLElement>>
}

/** A button that saves records as CSV: as they are shown, or with all fields as stored. */
export function ExportMenu({ scope: { widget, listPath, columns }, queries, children }: ExportMenuProps) {
  const save = useMutation({
    mutationFn: async (isRaw: boolean) => {
      const { exportShown, exportStored } = await import('./export-list.ts')
      return isRaw ? exportStored(listPath, queries()) : exportShown(listPath, queries(), columns.shown)
    },
    onSuccess: (text) => saveFile(`${widget.resource_id ?? widget.id}.csv`, text),
    onError: (error) => toast.failed(t('The export failed: {message}', { message: error.message })),
  })
  return (
    <MenuButton button={children(save.isPending)} position="bottom-end" width={220}>
      {(Menu) => (
        <>
          <Menu.Item onClick={() => save.mutate(false)}>{t('As on the screen')}</Menu.Item>
          <Menu.Item onClick={() => save.mutate(true)}>{t('All fields, as stored')}</Menu.Item>
        </>
      )}
    </MenuButton>
  )
}
