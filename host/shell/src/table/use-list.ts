import type { TableWidget } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pageOptions } from '../api/records.ts'
import { pageQuery } from './list-query.ts'
import { readListState, writeListState } from './list-state.ts'
import type { ListState } from './list-state.ts'
import { useSteadyPage } from './use-steady-page.ts'

interface ListPlace {
  listPath: string
  /** Stands in front of the names in the address if a screen has several lists. */
  prefix: string
}

/** The state of a list, which is kept in the address, and the page that it shows. */
export function useList(widget: TableWidget, { listPath, prefix }: ListPlace) {
  const { history } = useRouter()
  const search = useLocation({ select: (location) => location.searchStr })
  const state = readListState(new URLSearchParams(search), widget, prefix)
  const query = pageQuery(widget, state)
  const { page, ...steady } = useSteadyPage(useQuery(pageOptions(listPath, query)), `${listPath}?${query}`)

  /** Changes the state of the list. It goes back to the first page unless the change names another. */
  const change = (changes: Partial<ListState>, { replace = false } = {}) => {
    const params = writeListState(new URLSearchParams(search), widget, { ...state, page: 1, ...changes }, prefix)
    const address = `${history.location.pathname}${params.size > 0 ? `?${params}` : ''}`
    if (replace) history.replace(address)
    else history.push(address)
  }

  const lastPage = page.data && !page.isPlaceholderData ? Math.max(1, Math.ceil(page.data.total / state.size)) : null
  const isBeyond = lastPage !== null && state.page > lastPage
  useEffect(() => {
    if (isBeyond) change({ page: lastPage }, { replace: true })
  })

  return { state, page, change, ...steady }
}

/** A list as the parts of a table use it. */
export type List = ReturnType<typeof useList>
