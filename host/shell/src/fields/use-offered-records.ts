import type { RelationTarget } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { pageOptions } from '../api/records.ts'
import { offeredQuery, offeredRecords } from './offered-records.ts'

interface OfferedOptions {
  /** The path of the choices. Null: there are none yet. */
  path: string | null
  /** The search text. Without one the first records are offered. */
  text: string
  /** Whether the list of choices was opened. */
  isOpen: boolean
}

/** Reads the records that a relation field offers. */
export function useOfferedRecords({ title_attribute }: RelationTarget, { path, text, isOpen }: OfferedOptions) {
  const found = useQuery({ ...pageOptions(path ?? '', offeredQuery(text)), enabled: isOpen && path !== null })
  return {
    offered: offeredRecords(found.data?.records, { text, title: title_attribute }),
    isFetching: found.isFetching,
    /** Whether they are those for the text, and not for a former one. */
    isAnswered: !found.isPending && !found.isPlaceholderData,
  }
}
