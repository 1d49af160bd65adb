import type { Choice, RelationTarget } from '@atrium/sdk/documents'
import { hashKey, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { DataRecord, RecordId } from './paths.ts'
import { quietReads, type ShowQuietly } from './quiet-reads.ts'
import { request, type Summary } from './request.ts'
import { translateDocument } from './translate-document.ts'
import { knowTranslations } from './translations.ts'
import { withQuery } from './paths.ts'

export type { DataRecord } from './paths.ts'

/** One page of a list, and the number of records on all pages. */
export interface RecordPage {
  records: DataRecord[]
  total: number
  /** Decides what to show of it, if it was read because somebody else has changed something. */
  show?: ShowQuietly | undefined
}

/** The first part of the query keys of records and figures. */
const DATA = ['data'] as const

/** Rereads everything on screen that shows records. */
export function refreshRecords(queryClient: QueryClient): Promise<void> {
  quietReads.clear()
  return queryClient.invalidateQueries({ queryKey: DATA })
}

/** Forgets the records that nothing shows, so that an editor that opens next does not start from a version that was just replaced. */
export function forgetRecords(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: [...DATA, 'record'], type: 'inactive' })
}

/** The path that a query of records or figures reads, without its query string; undefined for other queries. */
export function dataPath([first, kind, path]: readonly unknown[]): string | undefined {
  if (first !== DATA[0] || typeof path !== 'string') return undefined
  return kind === 'badges' ? badgesPath(path) : path.split('?', 1)[0]
}

/** One page of a list. While the next page loads, the last one stays. */
export const pageOptions = (listPath: string, query: string) =>
  queryOptions({
    queryKey: [...DATA, 'page', listPath, query],
    queryFn: async ({ signal, queryKey }): Promise<RecordPage> => {
      const answer = await request<DataRecord[]>('GET', withQuery(listPath, query), { signal })
      const show = quietReads.get(hashKey(queryKey))
      return { records: answer.data, total: answer.total ?? answer.data.length, show }
    },
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[2] === listPath ? keepPreviousData(previous) : undefined,
  })

/** The figures that a query asks for with `_summary`. While others load, the last ones stay. */
export const summaryOptions = (listPath: string, query: string) =>
  queryOptions({
    queryKey: [...DATA, 'summary', listPath, query],
    queryFn: async ({ signal }): Promise<Summary> =>
      (await request<DataRecord[]>('GET', withQuery(listPath, query), { signal })).summary ?? {},
    placeholderData: keepPreviousData,
  })

/** The largest page of a list (`LARGEST_PAGE` of the list dialect). */
const LARGEST_PAGE = 500

/** The records of a list, page by page, at most this many. */
export const manyOptions = (listPath: string, query: string, most: number) =>
  queryOptions({
    queryKey: [...DATA, 'many', listPath, query, most],
    queryFn: async ({ signal }): Promise<RecordPage> => {
      const records: DataRecord[] = []
      for (;;) {
        const end = Math.min(records.length + LARGEST_PAGE, most)
        const path = withQuery(withQuery(listPath, query), `_start=${records.length}&_end=${end}`)
        const { data, total } = await request<DataRecord[]>('GET', path, { signal })
        records.push(...data)
        const all = total ?? records.length
        if (data.length === 0 || records.length >= Math.min(all, most)) return { records, total: all }
      }
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

/** Any other answer, for widgets that show figures instead of records. Read once, however many widgets show it. */
export const answerOptions = <Answer = unknown>(path: string) =>
  queryOptions({
    queryKey: [...DATA, 'answer', path],
    queryFn: async ({ signal }) => (await request<Answer>('GET', path, { signal })).data,
  })

const CHOICES = ['choices'] as const

/** The choices of a field, in the language of the person. */
export const choicesOptions = (path: string) =>
  queryOptions({
    queryKey: [...CHOICES, path],
    queryFn: async ({ client, signal }) => {
      const [{ data }] = await Promise.all([request<Choice[]>('GET', path, { signal }), knowTranslations(client)])
      return translateDocument(data)
    },
  })

/** Rereads the choices of fields on screen, because plugins' declarations have changed. */
export const refreshChoices = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: CHOICES })

/** The related records with these ids, read with one request. */
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

const badgesPath = (panelId: string) => `/api/v1/panels/${encodeURIComponent(panelId)}/badges`

/** The badges of a panel's navigation, by resource id. Late ones are null and are soon requested again. */
export const badgesOptions = (panelId: string) =>
  queryOptions({
    queryKey: [...DATA, 'badges', panelId],
    queryFn: async ({ signal }) => {
      return (await request<Record<string, number | string | null>>('GET', badgesPath(panelId), { signal })).data
    },
    refetchInterval: ({ state: { data } }) => (Object.values(data ?? {}).includes(null) ? 5_000 : 60_000),
    retry: false,
  })
