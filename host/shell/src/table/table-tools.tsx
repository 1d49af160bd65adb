import { ColumnsMenu } from './columns-menu.tsx'
import { ExportButton } from './export-button.tsx'
import type { TableScope } from './table-scope.ts'

/** What concerns the view of a table: its columns, and a file of it. */
export function TableTools({ scope }: { scope: TableScope }) {
  return (
    <>
      {scope.columns.all.length > 1 && <ColumnsMenu columns={scope.columns} />}
      {scope.widget.exportable && <ExportButton scope={scope} />}
    </>
  )
}
