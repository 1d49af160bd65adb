import type { CalendarWidget } from '@atrium/sdk/documents'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DataRecord } from '../api/records.ts'
import { relatedOptions } from '../api/records.ts'
import { asText, optionLabel } from '../values/as-text.ts'
import { recordIds, recordTitle } from '../values/record-title.ts'
import type { TextOf } from './calendar-entries.ts'

type Shown = CalendarWidget['entry_title']

const NOWHERE = { list_path: '', title_attribute: 'id' }

/** What fields say of records. Other records' names come with one request for all, and until then their ids stand for them. */
export function useFieldTexts({ entry_title, resource }: CalendarWidget, records: readonly DataRecord[]): TextOf {
  const titles = useNames(entry_title, records)
  const resources = useNames(resource, records)
  return (field, record) => {
    const value = record[field.name]
    if (!field.relation) return optionLabel(field.options, value)
    return (field === resource ? resources : titles).get(value) ?? asText(value)
  }
}

function useNames(field: Shown | undefined, records: readonly DataRecord[]): ReadonlyMap<unknown, string> {
  const { relation, name = '' } = field ?? {}
  const ids = relation ? recordIds(records.map((record) => record[name])) : []
  const { data = [] } = useQuery({ ...relatedOptions(relation ?? NOWHERE, ids), placeholderData: keepPreviousData })
  return new Map(data.map((record) => [record.id, recordTitle(record, relation?.title_attribute)]))
}
