import type { Action, Column, TableWidget } from '@atrium/sdk/documents'
import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import type { Actions } from '../actions/actions.ts'
import { useActions } from '../actions/actions.ts'
import type { RecordId } from '../api/paths.ts'
import { fillPath } from '../api/paths.ts'
import { useScreen } from '../screen/screen-context.ts'
import { usePermitted } from '../session/permissions.ts'
import { matchQuery } from './list-query.ts'
import type { List } from './use-list.ts'
import { useList } from './use-list.ts'

/** What the parts of one table share. */
export interface TableScope {
  widget: TableWidget
  listPath: string
  list: List
  columns: Columns
  selection: Selection
  actions: Actions
}

/**
 * The state that the parts of one table share. The first table of a screen has the plain names in the address (`_page`); those of
 * further tables begin with their id (`notes._page`).
 */
export function useTableScope(widget: TableWidget): TableScope {
  const { dashboard, recordId } = useScreen()
  const isFirst = dashboard.widgets.find((each) => each.kind === 'table')?.id === widget.id
  const listPath = recordId === undefined ? widget.list_path : fillPath(widget.list_path, recordId)
  const list = useList(widget, { listPath, prefix: isFirst ? '' : `${widget.id}.` })
  const columns = useColumns(widget.columns, `${dashboard.id}/${widget.id}`)
  const selection = useSelection(matchQuery(widget, list.state))
  const onDone = (action: Action) => {
    if (action.kind === 'bulk') selection.clear()
  }
  const actions = useActions({ onDone, among: usePermitted()(widget.actions), isReady: list.page.isSuccess })
  return { widget, listPath, list, columns, selection, actions }
}

/** The columns to show: as declared, unless the person has chosen otherwise in this browser. */
function useColumns(declared: readonly Column[], place: string) {
  const [chosen, setChosen] = useLocalStorage<Record<string, boolean>>({
    key: `atrium-columns:${place}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const all = usePermitted()(declared)
  const isShown = (column: Column) => chosen[column.name] ?? !column.hidden
  return {
    all,
    shown: all.filter(isShown),
    isShown,
    show: (column: Column, shown: boolean) => setChosen({ ...chosen, [column.name]: shown }),
  }
}

type Columns = ReturnType<typeof useColumns>

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
