import type { TableWidget } from '@atrium/sdk/documents'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SteadyPage } from '../api/quiet-reads.ts'
import { pageOptions, type RecordPage, refreshRecords } from '../api/records.ts'
import { usePanel } from '../screen/panel-context.ts'
import { useScreen } from '../screen/screen-context.ts'
import { useSearchPlace } from '../screen/search-place.ts'
import { pageQuery } from './list-query.ts'
import { NO_VIEW, readListState, writeListState } from './list-state.ts'
import type { ListState } from './list-state.ts'

interface ListPlace {
  listPath: string
  /** The prefix of the names in the address if a screen has several lists. */
  prefix: string
  /** Identifies the list, independent of the record beside it; the browser stores a person's layout under this name. */
  place: string
}

type Layout = Pick<ListState, 'columns' | 'isDense' | 'isGrid'>

const AS_DECLARED: Layout = { columns: null, isDense: null, isGrid: null }

/** The state of a list, which is kept in the address, and the page that it shows. On a person's dashboard, it has its own place. */
export function useList(widget: TableWidget, { listPath, prefix, place }: ListPlace) {
  const { search, read, write } = useSearchPlace()
  const queryClient = useQueryClient()
  const isPlaced = useScreen().placed !== undefined
  const [stored, keep] = useLocalStorage<Layout>({
    key: `atrium-list:${usePanel().session.id}:${place}`,
    defaultValue: AS_DECLARED,
    getInitialValueInEffect: false,
  })
  // The dashboard says how it shows the list, and does not change how the person has arranged the list itself.
  const kept = isPlaced ? AS_DECLARED : stored
  const inAddress = readListState(new URLSearchParams(search), widget, prefix)
  const isViewed = inAddress.view !== null && inAddress.view !== NO_VIEW
  const columns = inAddress.columns ?? (isViewed ? null : kept.columns)
  const isDense = inAddress.isDense ?? (isViewed ? null : kept.isDense)
  // How somebody works is not a part of a saved view.
  const isGrid = inAddress.isGrid ?? kept.isGrid ?? null
  // Ranges of cells lie within one page.
  const isWhole = inAddress.isWhole && isGrid !== true
  const state = { ...inAddress, columns, isDense, isGrid, isWhole }
  const query = pageQuery(widget, state)
  const frame = useRef<HTMLDivElement>(null)
  const steady = useSteadyPage(useQuery(pageOptions(listPath, query)), { place: `${listPath}?${query}`, frame })

  /** Changes the state of the list. It goes back to the first page unless the change names another. */
  const change = (changes: Partial<ListState>, { replace = false } = {}) => {
    write(writeListState(new URLSearchParams(read()), widget, { ...state, page: 1, ...changes }, prefix), { replace })
  }

  /** Shows other columns or another row height, now and whenever the person opens the list without a saved view. */
  const arrange = (layout: Partial<Layout>) => {
    const next = { columns, isDense, isGrid, ...layout }
    if (!isPlaced) keep(isViewed ? { ...kept, isGrid: next.isGrid } : next)
    change({ ...next, page: state.page }, { replace: true })
  }

  const { page } = steady
  const lastPage = page.data && !page.isPlaceholderData ? Math.max(1, Math.ceil(page.data.total / state.size)) : null
  const isBeyond = lastPage !== null && state.page > lastPage
  // The address contains everything that is on the screen, so that a link shows the same to everybody.
  const isUnsaid = columns !== inAddress.columns || isDense !== inAddress.isDense || isGrid !== inAddress.isGrid
  useEffect(() => {
    if (isBeyond) change({ page: lastPage }, { replace: true })
    else if (isUnsaid) change({ page: state.page }, { replace: true })
  })

  // Each block keeps its rows in place, so all are read again.
  const showAll = isWhole ? () => void refreshRecords(queryClient) : steady.showAll

  return { state, change, arrange, frame, ...steady, showAll }
}

/** A list as the parts of a table use it. */
export type List = ReturnType<typeof useList>

/**
 * The shown state of a page. Rows stay in place if others change the list while somebody reads it.
 * @param options.place the page by path and query; a different one is shown unchanged
 * @param options.frame contains the rows
 */
export function useSteadyPage(
  page: UseQueryResult<RecordPage>,
  { place, frame }: { place: string; frame: RefObject<HTMLDivElement | null> },
) {
  const [steady, setSteady] = useState<(SteadyPage & { place: string }) | null>(null)
  const fresh = page.isPlaceholderData ? undefined : page.data
  let present = steady?.place === place ? steady : null
  if (fresh && fresh !== present?.fresh) {
    const next = present && fresh.show ? fresh.show(present, fresh, frame.current) : { fresh, shown: fresh }
    setSteady((present = { ...next, place }))
  }
  return {
    page: { ...page, data: present?.shown ?? page.data } as typeof page,
    /** The records that wait to be shown: their number, and the function that shows them. */
    waiting: present?.waiting,
    showAll: () => fresh && setSteady({ fresh, shown: fresh, place }),
  }
}
