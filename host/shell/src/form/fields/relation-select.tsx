import type { RelationTarget } from '@atrium/sdk/documents'
import { Loader, Select } from '@mantine/core'
import type { SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { RecordId } from '../../api/fill-path.ts'
import { selectProps } from '../../theme/select-props.ts'
import { asText } from '../../values/as-text.ts'
import { recordTitle } from '../../values/record-title.ts'
import type { DependentPath } from '../dependent-path.ts'
import { isEmpty } from '../form-values.ts'
import { useChoices } from './use-choices.ts'

interface RelationSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  relation: RelationTarget
  /** Where those are that can be chosen. */
  choices: DependentPath
  /** The id of the record that is chosen, also as the text that stands in an address. */
  value: unknown
  onChange: (id: RecordId | undefined) => void
}

/** Finds a record by a part of its name. */
export function RelationSelect({ relation, choices, value, onChange, ...props }: RelationSelectProps) {
  const [text, setText] = useState('')
  const [title, setTitle] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [settled] = useDebouncedValue(text, 200)
  const { chosen, records, isFetching } = useChoices(relation, choices, {
    value,
    text: settled === title ? '' : settled,
    isOpen,
    onChange: () => onChange(undefined),
  })
  const chosenTitle = chosen && recordTitle(chosen, relation.title_attribute)
  if (chosenTitle !== title) setTitle(chosenTitle)

  return (
    <Select
      placeholder="Search…"
      {...props}
      {...selectProps}
      data={records.map((record) => ({
        value: String(record.id),
        label: recordTitle(record, relation.title_attribute),
      }))}
      value={isEmpty(value) ? null : asText(value)}
      onChange={(id) => onChange(records.find((record) => String(record.id) === id)?.id)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      onDropdownOpen={() => setOpen(true)}
      allowDeselect={false}
      nothingFoundMessage={isFetching ? 'Searching…' : 'Nothing found'}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
    />
  )
}
