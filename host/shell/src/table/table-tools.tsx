import { ActionIcon } from '@mantine/core'
import { IconColumns3, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { requestText } from '../api/request.ts'
import { withQuery } from '../api/paths.ts'
import { toast } from '../feedback/toast.ts'
import { saveFile } from '../values/save-file.ts'
import { MenuButton } from '../theme/menu-button.tsx'
import { exportQuery } from './list-query.ts'
import type { TableScope } from './table-scope.ts'

/** Chooses the columns of a table, and saves it as a file. */
export function TableTools({ scope }: { scope: TableScope }) {
  return (
    <>
      {scope.columns.all.length > 1 && <ColumnsMenu columns={scope.columns} />}
      {scope.widget.exportable && <ExportButton scope={scope} />}
    </>
  )
}

/** The last column that is shown cannot be hidden. */
function ColumnsMenu({ columns }: Pick<TableScope, 'columns'>) {
  const button = (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label="Columns" title="Columns">
      <IconColumns3 size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
  return (
    <MenuButton button={button} position="bottom-end" width={220}>
      {(Menu) =>
        columns.all.map((column) => {
          const isShown = columns.isShown(column)
          return (
            <Menu.CheckboxItem
              key={column.name}
              checked={isShown}
              disabled={isShown && columns.shown.length === 1}
              onChange={(show) => columns.show(column, show)}
            >
              {column.label}
            </Menu.CheckboxItem>
          )
        })
      }
    </MenuButton>
  )
}

/** Saves all matching records, not only this page, as CSV. */
function ExportButton({ scope: { widget, listPath, list } }: { scope: TableScope }) {
  const save = useMutation({
    mutationFn: () => requestText(withQuery(listPath, exportQuery(widget, list.state)), 'text/csv'),
    onSuccess: (text) => saveFile(`${widget.resource_id ?? widget.id}.csv`, text),
    onError: (error) => toast.failed(`The export failed: ${error.message}`),
  })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label="Export as CSV"
      title="Export as CSV"
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      <IconDownload size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
