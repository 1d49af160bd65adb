import type { Column } from '@atrium/sdk/documents'
import type { QueryClient } from '@tanstack/react-query'
import type { DataRecord } from '../../api/paths.ts'
import { relatedOptions } from '../../api/records.ts'
import { recordIds, recordTitle } from '../../values/record-title.ts'
import type { Titles } from '../shown-text.ts'

/** The titles of related records that a page shows, by column and id. They have been read for its cells. */
export function shownTitles(
  queryClient: QueryClient,
  columns: readonly Column[],
  records: readonly DataRecord[],
): ReadonlyMap<string, Titles> {
  const titles = columns.flatMap((column): (readonly [string, Titles])[] => {
    if (column.kind !== 'relation') return []
    const ids = recordIds(records.map((record) => record[column.name]))
    const related = queryClient.getQueryData(relatedOptions(column.relation, ids).queryKey) ?? []
    const own = related.map((record) => [record.id, recordTitle(record, column.relation.title_attribute)] as const)
    return [[column.name, new Map<unknown, string>(own)]]
  })
  return new Map(titles)
}
