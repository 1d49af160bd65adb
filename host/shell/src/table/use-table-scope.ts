import type { TableWidget } from '@atrium/sdk/documents'
import { useActions } from '../actions/use-actions.ts'
import { fillPath } from '../api/fill-path.ts'
import { useScreen } from '../screen/screen-context.ts'
import { matchQuery } from './list-query.ts'
import type { TableScope } from './table-scope.ts'
import { useColumns } from './use-columns.ts'
import { useList } from './use-list.ts'
import { useSelection } from './use-selection.ts'

/** Brings together what the parts of one table share. The first table of a screen has the address' plain names. */
export function useTableScope(widget: TableWidget): TableScope {
  const { dashboard, recordId } = useScreen()
  const isFirst = dashboard.widgets.find((each) => each.kind === 'table')?.id === widget.id
  const listPath = recordId === undefined ? widget.list_path : fillPath(widget.list_path, recordId)
  const list = useList(widget, { listPath, prefix: isFirst ? '' : `${widget.id}.` })
  const columns = useColumns(widget.columns, `${dashboard.id}/${widget.id}`)
  const selection = useSelection(matchQuery(widget, list.state))
  const actions = useActions((action) => {
    if (action.kind === 'bulk') selection.clear()
  })
  return { widget, listPath, list, columns, selection, actions }
}
