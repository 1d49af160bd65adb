import { ActionDialogs } from '../actions/action-dialogs.tsx'
import { useScreen } from '../screen/screen-context.ts'
import type { WidgetProps } from '../screen/widget-props.ts'
import { BulkBar } from './bulk-bar.tsx'
import { Pager } from './pager.tsx'
import { RecordTable } from './record-table.tsx'
import { TableHeader } from './table-header.tsx'
import { TableNotice } from './table-notice.tsx'
import { Toolbar } from './toolbar.tsx'
import styles from './table-widget.module.css'
import { useTableScope } from './use-table-scope.ts'

/** A list of records with search, filters, sorting, paging, choice, actions and export. */
export function TableWidget({ widget, heading }: WidgetProps<'table'>) {
  const scope = useTableScope(widget)
  const { dashboard } = useScreen()
  const { page } = scope.list
  const hasRows = page.isPending || (page.data !== undefined && page.data.records.length > 0)
  const hasToolbar = widget.searchable || widget.filters.length > 0

  return (
    <section className={styles.widget}>
      <TableHeader scope={scope} heading={heading} withTools={!hasToolbar} />
      {hasToolbar && <Toolbar scope={scope} />}
      {hasRows ? <RecordTable scope={scope} /> : <TableNotice scope={scope} />}
      {scope.selection.ids.size > 0 && <BulkBar scope={scope} />}
      {hasRows && <Pager title={widget.title ?? dashboard.title} list={scope.list} />}
      <ActionDialogs actions={scope.actions} />
    </section>
  )
}
