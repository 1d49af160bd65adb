import type { BulkAction } from '@atrium/sdk/documents'
import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'
import { withQuery } from './paths.ts'

/** The first part of the query keys of bulk actions that run in the background. */
const BULK = ['bulk'] as const
const ACTIONS = '/api/v1/bulk/actions'

/** Milliseconds between two polls of a running action. */
const PAUSE = 1_000

export const isOver = ({ finished_at }: BulkAction) => finished_at !== undefined

/** The actions of these bulk routes that have not ended, the latest first. Read once. */
export const openBulkOptions = (paths: readonly string[]) =>
  queryOptions({
    queryKey: [...BULK, 'open', paths],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams(paths.map((path) => ['operation', `POST ${path}`]))
      for (const state of ['waiting', 'running']) query.append('state', state)
      query.set('_sort', 'created_at')
      query.set('_order', 'DESC')
      return (await request<BulkAction[]>('GET', withQuery(ACTIONS, query.toString()), { signal })).data
    },
    staleTime: 10_000,
    retry: false,
  })

/** The record of one action, which is also the key of the notification of its end. */
export const bulkActionPath = (id: number): string => `${ACTIONS}/${id}`

/** One action, polled until it has ended. */
export const bulkActionOptions = (id: number) =>
  queryOptions({
    queryKey: [...BULK, 'one', id],
    queryFn: async ({ signal }) => (await request<BulkAction>('GET', bulkActionPath(id), { signal })).data,
    refetchInterval: ({ state }) => (state.data !== undefined && isOver(state.data) ? false : PAUSE),
    staleTime: PAUSE,
  })

/** Ends an action before its last record. @throws ApiProblem 409 if it has already ended */
export async function cancelBulkAction(id: number): Promise<BulkAction> {
  return (await request<BulkAction>('POST', `${ACTIONS}/${id}/cancel`)).data
}
