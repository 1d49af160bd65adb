import type { BulkFailure, Column, TableWidget } from '@atrium/sdk/documents'
import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { Actions, AskedAction } from '../actions/actions.ts'
import { useActions } from '../actions/actions.ts'
import type { DataRecord, RecordId } from '../api/paths.ts'
import { fillPath } from '../api/paths.ts'
import { useScreen } from '../screen/screen-context.ts'
import { usePermitted } from '../session/permissions.ts'
import type { ShownColumn } from './layout.ts'
import { arrange } from './layout.ts'
import { matchQuery } from './list-query.ts'
import type { List } from './use-list.ts'
import { statePrefix } from './list-state.ts'
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
  /** The records that the list has shown, by id, as they were last shown. */
  seen: RefObject<Map<RecordId, DataRecord>>
  actions: Actions
}

/** The state that the parts of one table share. */
export function useTableScope(widget: TableWidget): TableScope {
  const { dashboard, recordId, placed } = useScreen()
  const prefix = statePrefix(widget, dashboard)
  const listPath = recordId === undefined ? widget.list_path : fillPath(widget.list_path, recordId)
  const place = `${dashboard.id}/${widget.id}`
  const list = useList(widget, { listPath, prefix, place })
  const permitted = usePermitted()
  const all = permitted(widget.columns)
  const columns = { all, shown: arrange(all, list.state.columns) }
  const selection = useSelection(matchQuery(widget, list.state))
  const onDone = ({ action, target }: AskedAction, failed: readonly BulkFailure[]) => {
    if (action.kind === 'bulk') selection.drop(target.body?.ids, new Set(failed.map(({ id }) => id)))
  }
  const actions = useActions({
    onDone,
    list: { list_path: listPath, title_attribute: widget.record_title_attribute },
    among: permitted(widget.actions),
    isReady: list.page.isSuccess,
  })
  const seen = useRef(new Map<RecordId, DataRecord>())
  useSeen(seen, list.page.data?.records)
  const isMain = prefix === '' && recordId === undefined && placed === undefined
  return { widget, listPath, place, isMain, list, columns, selection, seen, actions }
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
  /** Selects all that match. These are on the screen. */
  chooseAll: (shown?: readonly RecordId[]) => void
  clear: () => void
  /** Ends the selection of what an action was sent for: these, or all that match. Those that it could not change stay selected. */
  drop: (sent: readonly RecordId[] | undefined, failed: ReadonlySet<RecordId>) => void
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
    chooseAll: (shown = []) => setChoice({ matching, ids: new Set([...ids, ...shown]), isAll: true }),
    clear: () => setChoice({ matching, ids: NONE, isAll: false }),
    // Others may have been selected since it was sent.
    drop: (sent, failed) =>
      setChoice((now) => {
        if (now.matching !== matching || (now.isAll && sent !== undefined)) return now
        if (sent === undefined) return now.isAll ? { matching, ids: failed, isAll: false } : now
        const done = new Set(sent.filter((id) => !failed.has(id)))
        return { ...now, ids: new Set([...now.ids].filter((id) => !done.has(id))) }
      }),
  }
}

/** Remembers the records of all pages that were shown, because a selection may span several. */
export function useSeen(seen: TableScope['seen'], records: readonly DataRecord[] | undefined): void {
  useEffect(() => {
    for (const record of records ?? []) seen.current.set(record.id, record)
  }, [seen, records])
}
