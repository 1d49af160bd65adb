import type { Query, QueryClient } from '@tanstack/react-query'

/** The first part of the query key of documents, `['document', path]`, so that a change can refresh single ones by path. */
export const DOCUMENTS = ['document'] as const

/** The path of the host's translations into a language. */
export const translationsPath = (language: string): string => `/api/v1/ui/translations/${language}`

/** Has documents read again, all or some. Translations are in every document, so all are read once more after a reading of those. */
export function refreshDocuments(queryClient: QueryClient, isConcerned: (query: Query) => boolean): void {
  void refreshQueries(queryClient, DOCUMENTS, {
    isConcerned,
    isAboutAll: ({ queryKey }) => String(queryKey[1]).startsWith(translationsPath('')),
  })
}

interface Concerned {
  isConcerned?: (query: Query) => boolean
  /** Whether an older answer to this one makes all others old, too. */
  isAboutAll?: (query: Query) => boolean
}

/**
 * Has queries read again: those on screen now, others when they are shown. TanStack Query does not repeat a first reading that is underway,
 * but its answer may have left the host before the change, so such a query is read once more afterwards.
 * @param queryKey the first part of their keys
 */
export function refreshQueries(
  queryClient: QueryClient,
  queryKey: readonly unknown[],
  { isConcerned = () => true, isAboutAll = () => false }: Concerned = {},
): Promise<void> {
  const underway = queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  const readings = underway
    .filter(isConcerned)
    .flatMap((query) => (query.promise ? [{ query, answer: query.promise }] : []))
  const reread = queryClient.invalidateQueries({ queryKey, predicate: isConcerned })

  const older = readings.filter(({ query, answer }) => query.promise === answer)
  if (older.length === 0) return reread
  const isOlder = (query: Query) => older.some((reading) => reading.query === query)
  const predicate = older.some(({ query }) => isAboutAll(query)) ? isConcerned : isOlder
  void Promise.allSettled(older.map(({ answer }) => answer)).then(() =>
    queryClient.invalidateQueries({ queryKey, predicate }),
  )
  return reread
}
