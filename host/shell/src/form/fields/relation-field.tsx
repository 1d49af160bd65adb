import { Loader, Select } from '@mantine/core'
import { selectProps } from '../../theme/select-props.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageOptions, relatedOptions } from '../../api/records.ts'
import type { DataRecord } from '../../api/records.ts'
import { asText } from '../../values/as-text.ts'
import { recordIds } from '../../values/record-ids.ts'
import { recordTitle } from '../../values/record-title.ts'
import { isEmpty } from '../form-values.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './input-props.ts'

/** Another record, found by typing a part of its name. */
export function RelationField(props: FieldProps<'relation'>) {
  const { relation } = props.field
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [settled] = useDebouncedValue(text, 200)
  const chosen = useQuery(relatedOptions(relation, recordIds([props.value])))
  const [current] = chosen.data ?? []
  const chosenTitle = current && recordTitle(current, relation.title_attribute)
  const query = new URLSearchParams({
    _start: '0',
    _end: '20',
    ...(settled === '' || settled === chosenTitle ? {} : { q: settled }),
  })
  const found = useQuery({
    ...pageOptions(relation.list_path, String(query)),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })

  const records = unique([...(chosen.data ?? []), ...(found.data?.records ?? [])])
  return (
    <Select
      {...inputProps(props)}
      {...selectProps}
      placeholder={props.field.placeholder ?? 'Search…'}
      data={records.map((record) => ({
        value: String(record.id),
        label: recordTitle(record, relation.title_attribute),
      }))}
      value={isEmpty(props.value) ? null : asText(props.value)}
      onChange={(value) => props.onChange(records.find((record) => String(record.id) === value)?.id)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      onDropdownOpen={() => setOpen(true)}
      clearable={!props.isRequired}
      allowDeselect={false}
      nothingFoundMessage={found.isFetching ? 'Searching…' : 'Nothing found'}
      rightSection={found.isFetching ? <Loader size={14} /> : undefined}
    />
  )
}

function unique(records: readonly DataRecord[]): DataRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()]
}
