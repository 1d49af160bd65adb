import type { RelationTarget } from '@atrium/sdk/documents'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { DataRecord, RecordId } from './fill-path.ts'
import { request } from './request.ts'
import { withQuery } from './with-query.ts'

export type { DataRecord } from './fill-path.ts'

/** One page of a list and how many records there are in all. */
export interface RecordPage {
  records: DataRecord[]
  total: number
}

/** What belongs to records and not to documents is kept under `['data', …]`. */
const DATA = ['data'] as const

/** After something has changed: everything on screen that shows records is asked for again. */
export function refreshRecords(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: DATA })
}

/** One page of a list; while the next is on its way the last one stays. */
export const pageOptions = (listPath: string, query: string) =>
  queryOptions({
    queryKey: [...DATA, 'page', listPath, query],
    queryFn: async ({ signal }): Promise<RecordPage> => {
      const answer = await request<DataRecord[]>('GET', withQuery(listPath, query), { signal })
      return { records: answer.data, total: answer.total ?? answer.data.length }
    },
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[2] === listPath ? keepPreviousData(previous) : undefined,
  })

/** One record with the `ETag` it was read with. */
export const recordOptions = (path: string) =>
  queryOptions({
    queryKey: [...DATA, 'record', path],
    queryFn: async ({ signal }) => {
      const { data, etag } = await request<DataRecord>('GET', path, { signal })
      return { record: data, etag }
    },
  })

/** What a widget reads that shows figures and no records; asked for once, however many show it. */
export const answerOptions = <Answer = unknown>(path: string) =>
  queryOptions({
    queryKey: [...DATA, 'answer', path],
    queryFn: async ({ signal }) => (await request<Answer>('GET', path, { signal })).data,
  })

/** The records that a relation points at, with one request for all of them. */
export const relatedOptions = (target: RelationTarget, ids: readonly RecordId[]) =>
  queryOptions({
    queryKey: [...DATA, 'related', target.list_path, ids],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams(ids.map((id) => ['id', String(id)]))
      query.set('_start', '0')
      query.set('_end', String(ids.length))
      return (await request<DataRecord[]>('GET', withQuery(target.list_path, query.toString()), { signal })).data
    },
    enabled: ids.length > 0,
  })

/** Badges of a panel's navigation, by resource. */
export const badgesOptions = (panelId: string) =>
  queryOptions({
    queryKey: [...DATA, 'badges', panelId],
    queryFn: async ({ signal }) => {
      const path = `/api/v1/panels/${encodeURIComponent(panelId)}/badges`
      return (await request<Record<string, number | string>>('GET', path, { signal })).data
    },
    refetchInterval: 60_000,
    retry: false,
  })
