import type { Query, QueryClient } from '@tanstack/react-query'

/** The first part of the query key of documents, `['document', path]`, so that a change can refresh single ones by path. */
export const DOCUMENTS = ['document'] as const

/** The path of the host's translations into a language. */
export const translationsPath = (language: string): string => `/api/v1/ui/translations/${language}`

/**
 * Has documents read again: those on screen now, others when they are shown. TanStack Query does not repeat a first reading that is underway,
 * but its answer may have left the host before the change, so such a document is read once more afterwards. Translations are in every document,
 * so all are read once more after those.
 */
export function refreshDocuments(queryClient: QueryClient, isConcerned: (query: Query) => boolean): void {
  const underway = queryClient.getQueryCache().findAll({ queryKey: DOCUMENTS, fetchStatus: 'fetching' })
  const readings = underway
    .filter(isConcerned)
    .flatMap((query) => (query.promise ? [{ query, answer: query.promise }] : []))
  void queryClient.invalidateQueries({ queryKey: DOCUMENTS, predicate: isConcerned })

  const older = readings.filter(({ query, answer }) => query.promise === answer)
  if (older.length === 0) return
  const isOlder = (query: Query) => older.some((reading) => reading.query === query)
  const predicate = older.some(({ query }) => isTranslations(query)) ? isConcerned : isOlder
  void Promise.allSettled(older.map(({ answer }) => answer)).then(() =>
    queryClient.invalidateQueries({ queryKey: DOCUMENTS, predicate }),
  )
}

const isTranslations = ({ queryKey }: Query) => String(queryKey[1]).startsWith(translationsPath(''))
