import type { Action, Column, TableWidget } from '@atrium/sdk/documents'
import { useState } from 'react'
import type { Actions } from '../actions/actions.ts'
import { useActions } from '../actions/actions.ts'
import type { RecordId } from '../api/paths.ts'
import { fillPath } from '../api/paths.ts'
import { useScreen } from '../screen/screen-context.ts'
import { usePermitted } from '../session/permissions.ts'
import type { ShownColumn } from './layout.ts'
import { arrange } from './layout.ts'
import { matchQuery } from './list-query.ts'
import type { List } from './use-list.ts'
import { useList } from './use-list.ts'

/** The state that the parts of one table share. */
export interface TableScope {
  widget: TableWidget
  listPath: string
  /** Identifies the list, independent of the record beside it. */
  place: string
  /** Whether this list is the main one of the screen, so that it opens with the person's default view. */
  isMain: boolean
  list: List
  columns: Columns
  selection: Selection
  actions: Actions
}

/**
 * The state that the parts of one table share. The first table of a screen uses the plain names in the address (`_page`); those of further
 * tables begin with their id (`notes._page`).
 */
export function useTableScope(widget: TableWidget): TableScope {
  const { dashboard, recordId } = useScreen()
  const isFirst = dashboard.widgets.find((each) => each.kind === 'table')?.id === widget.id
  const listPath = recordId === undefined ? widget.list_path : fillPath(widget.list_path, recordId)
  const place = `${dashboard.id}/${widget.id}`
  const list = useList(widget, { listPath, prefix: isFirst ? '' : `${widget.id}.`, place })
  const permitted = usePermitted()(widget.columns)
  const columns = { all: permitted, shown: arrange(permitted, list.state.columns) }
  const selection = useSelection(matchQuery(widget, list.state))
  const onDone = (action: Action) => {
    if (action.kind === 'bulk') selection.clear()
  }
  const actions = useActions({ onDone, among: usePermitted()(widget.actions), isReady: list.page.isSuccess })
  return { widget, listPath, place, isMain: isFirst && recordId === undefined, list, columns, selection, actions }
}

/** The columns that the person may see, and the visible ones in their order. */
interface Columns {
  all: readonly Column[]
  shown: readonly ShownColumn[]
}

/** The selected records: those with these ids, or all that match the search and filters. */
interface Selection {
  ids: ReadonlySet<RecordId>
  isAll: boolean
  has: (id: RecordId) => boolean
  toggle: (ids: readonly RecordId[], chosen: boolean) => void
  chooseAll: () => void
  clear: () => void
}

const NONE: ReadonlySet<RecordId> = new Set()

/** Keeps the selection across pages. It is cleared when other records match, that is, when `matching` changes. */
function useSelection(matching: string): Selection {
  const [choice, setChoice] = useState({ matching, ids: NONE, isAll: false })
  const { ids, isAll } = choice.matching === matching ? choice : { ids: NONE, isAll: false }

  return {
    ids,
    isAll,
    has: (id) => isAll || ids.has(id),
    toggle: (changed, chosen) => {
      const next = new Set(ids)
      for (const id of changed) {
        if (chosen) next.add(id)
        else next.delete(id)
      }
      setChoice({ matching, ids: next, isAll: false })
    },
    chooseAll: () => setChoice({ matching, ids, isAll: true }),
    clear: () => setChoice({ matching, ids: NONE, isAll: false }),
  }
}
