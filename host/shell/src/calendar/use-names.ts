import type { CalendarWidget, Option } from '@atrium/sdk/documents'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DataRecord } from '../api/paths.ts'
import { relatedOptions, pageOptions } from '../api/records.ts'
import { asText, optionLabel } from '../values/as-text.ts'
import { recordIds, recordTitle } from '../values/record-title.ts'
import type { TextOf } from './calendar-entries.ts'

type Shown = CalendarWidget['entry_title']

const NOWHERE = { list_path: '', title_attribute: 'id' }

/** Reads the values of fields as text. The titles of related records come with one request for all; nothing is shown until then. */
export function useFieldTexts({ entry_title, resource }: CalendarWidget, records: readonly DataRecord[]): TextOf {
  const titles = useNames(entry_title, records)
  const resources = useNames(resource, records)
  return (field, record) => {
    const value = record[field.name]
    if (!field.relation) return optionLabel(field.options, value)
    return (field === resource ? resources : titles)(value)
  }
}

/** A record that cannot be read has its id as name. */
function useNames(field: Shown | undefined, records: readonly DataRecord[]): (id: unknown) => string {
  const { relation, name = '' } = field ?? {}
  const ids = relation ? recordIds(records.map((record) => record[name])) : []
  const options = { ...relatedOptions(relation ?? NOWHERE, ids), placeholderData: keepPreviousData }
  const { data = [], isPending, isPlaceholderData } = useQuery(options)
  const names = new Map(data.map((record) => [record.id, recordTitle(record, relation?.title_attribute)]))
  return (id) => names.get(id as DataRecord['id']) ?? (isPending || isPlaceholderData ? '' : asText(id))
}

/** The bookable resources, sorted by name; undefined while unknown. They are read when they are first needed. */
export function useChoices(
  resource: CalendarWidget['resource'],
  { enabled }: { enabled: boolean },
): Option[] | undefined {
  const { list_path, title_attribute } = resource?.relation ?? NOWHERE
  const { data } = useQuery({
    ...pageOptions(resource?.choices_path ?? list_path, '_start=0&_end=500'),
    enabled: enabled && resource?.relation !== undefined,
  })
  if (!resource?.relation) return resource?.options
  return data?.records
    .map((record) => ({ value: record.id, label: recordTitle(record, title_attribute) }))
    .sort((a, b) => a.label.localeCompare(b.label))
}
