import type { CalendarWidget, Option } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { pageOptions } from '../api/records.ts'
import { recordTitle } from '../values/record-title.ts'
import { MOST_ENTRIES } from './calendar-query.ts'

const NOWHERE = { list_path: '', title_attribute: 'id' }

/** All that can be taken, by name; undefined until they are known. They are asked for when somebody needs them. */
export function useChoices(
  resource: CalendarWidget['resource'],
  { enabled }: { enabled: boolean },
): Option[] | undefined {
  const { list_path, title_attribute } = resource?.relation ?? NOWHERE
  const { data } = useQuery({
    ...pageOptions(resource?.choices_path ?? list_path, `_start=0&_end=${MOST_ENTRIES}`),
    enabled: enabled && resource?.relation !== undefined,
  })
  if (!resource?.relation) return resource?.options
  return data?.records
    .map((record) => ({ value: record.id, label: recordTitle(record, title_attribute) }))
    .sort((a, b) => a.label.localeCompare(b.label))
}
