import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '../api/request.ts'
import { toast } from '../feedback/toast.ts'
import { arrange } from './layout.ts'
import { defaultSort, NO_VIEW } from './list-state.ts'
import type { TableScope } from './table-scope.ts'
import type { View, ViewState } from './views.ts'
import { readView, VIEWS_PATH, viewQuery } from './views.ts'

const DEFAULT_PATH = '/api/v1/platform/default-view'

/** Not among the data of records, because views are not reread when records or plugins change. */
const VIEWS = ['views'] as const

const viewsOptions = (at: string) =>
  queryOptions({
    queryKey: [...VIEWS, 'saved', at],
    queryFn: async ({ signal }) =>
      (await request<View[]>('GET', `${VIEWS_PATH}?${at}&_sort=name&_order=ASC&_start=0&_end=200`, { signal })).data,
  })

const defaultOptions = (at: string) =>
  queryOptions({
    queryKey: [...VIEWS, 'default', at],
    queryFn: async ({ signal }) =>
      (await request<{ view_id: number | null }>('GET', `${DEFAULT_PATH}?${at}`, { signal })).data,
  })

/** The saved views of a list that are available to the person, and the open one. */
export function useViews({ widget, list, columns, place, isMain }: TableScope) {
  const queryClient = useQueryClient()
  const at = String(new URLSearchParams({ list: place }))
  const { data: views = [] } = useQuery(viewsOptions(at))
  const { data: first } = useQuery(defaultOptions(at))
  const { state } = list
  const viewOf = (id: string | number | null | undefined) => views.find((view) => String(view.id) === String(id))
  const open = viewOf(state.view)
  const read = open && readView(widget, columns.all, open.query)
  const query = viewQuery(widget, state, columns.shown)
  const declared = { q: '', filters: {}, sort: defaultSort(widget), columns: null, isDense: null, isGrouped: false }
  const isAs = (saved: ViewState) => query === viewQuery(widget, saved, arrange(columns.all, saved.columns))

  /** Shows a view, or the list as the person has arranged it; as declared if that is open already. */
  const show = (view: View | undefined, options = {}) => {
    if (view === undefined && open === undefined) list.arrange({ columns: null, isDense: null })
    const none = first?.view_id == null ? null : NO_VIEW
    if (view) list.change({ ...readView(widget, columns.all, view.query).state, view: String(view.id) }, options)
    else list.change({ ...declared, view: none }, options)
  }

  /** Sends a change of the views. Returns whether it was made. */
  const send = async (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object) => {
    try {
      const { data } = await request<View>(method, path, body ? { body } : {})
      await queryClient.invalidateQueries({ queryKey: VIEWS })
      return data
    } catch (error) {
      toast.failed(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  // The list opens with the chosen view, and a link that only names a view shows it.
  const isUntouched = state.q === '' && Object.keys(state.filters).length === 0 && state.page === 1
  const isUnsorted =
    String(state.sort.map(({ field }) => field)) === String(defaultSort(widget).map(({ field }) => field))
  const wanted = state.view === null ? (isMain && isUnsorted ? viewOf(first?.view_id) : undefined) : open
  const isNamedOnly = state.view === null || state.columns === null
  useEffect(() => {
    if (wanted && isUntouched && isNamedOnly) show(wanted, { replace: true })
  })

  return {
    ...{ views, open, query, leftOut: read?.leftOut ?? [] },
    isEdited: read !== undefined && !isAs(read.state),
    /** Whether the list is shown as declared. */
    isStandard: () => open === undefined && isAs(declared),
    show,
    defaultId: first?.view_id ?? null,
    saveNew: (values: Partial<View>) => send('POST', VIEWS_PATH, { list: place, query, ...values }),
    change: (view: View, values: Partial<View>) => send('PATCH', `${VIEWS_PATH}/${view.id}`, values),
    remove: (view: View) => send('DELETE', `${VIEWS_PATH}/${view.id}`),
    openWith: (view: View | null) => send('PUT', DEFAULT_PATH, { list: place, view_id: view?.id ?? null }),
  }
}

export type Views = ReturnType<typeof useViews>
