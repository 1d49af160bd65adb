import type { QueryClient } from '@tanstack/react-query'
import type { DataRecord } from '../api/paths.ts'
import { dataPath, type RecordPage } from '../api/records.ts'

/**
 * Shows a saved record in the lists that contain it before they are read again, so that a person sees their own change with the answer to it.
 * What a list has beyond the answer, such as the number of related records, stays until then.
 */
export function showSaved(queryClient: QueryClient, recordPath: string, saved: DataRecord): void {
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
