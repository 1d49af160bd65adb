import type { QueryClient } from '@tanstack/react-query'
import type { DataRecord } from '../api/paths.ts'
import { dataPath, type RecordPage, recordOptions } from '../api/records.ts'
import type { LoadedRecord } from './form-values.ts'

/**
 * Shows a saved record, and the lists that contain it, as saved before they are read again: a person sees their own change with the answer to
 * it, and the next change is based on it. What they have beyond the answer, such as the number of related records, stays until then.
 */
export function showSaved(queryClient: QueryClient, recordPath: string, { record: saved, etag }: LoadedRecord): void {
  queryClient.setQueryData<LoadedRecord>(
    recordOptions(recordPath).queryKey,
    (known) => known && { record: { ...known.record, ...saved }, etag },
  )
  const listPath = recordPath.slice(0, recordPath.lastIndexOf('/'))
  queryClient.setQueriesData<RecordPage>(
    { predicate: ({ queryKey }) => queryKey[1] === 'page' && dataPath(queryKey) === listPath },
    (page) => (page?.records.some(({ id }) => id === saved.id) ? withSaved(page, saved) : page),
  )
}

const withSaved = (page: RecordPage, saved: DataRecord): RecordPage => ({
  ...page,
  show: undefined,
  records: page.records.map((record) => (record.id === saved.id ? withValues(record, saved) : record)),
})

/** The members of the record with their saved values; members that only the answer has stay out of the list. */
const withValues = (record: DataRecord, saved: DataRecord): DataRecord => {
  const values = Object.entries(saved).filter(([name]) => name in record)
  return { ...record, ...Object.fromEntries(values) }
}
