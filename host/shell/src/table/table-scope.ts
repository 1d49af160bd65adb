import type { TableWidget } from '@atrium/sdk/documents'
import type { Actions } from '../actions/use-actions.ts'
import type { Columns } from './use-columns.ts'
import type { List } from './use-list.ts'
import type { Selection } from './use-selection.ts'

/** What the parts of one table share. */
export interface TableScope {
  widget: TableWidget
  listPath: string
  list: List
  columns: Columns
  selection: Selection
  actions: Actions
}
