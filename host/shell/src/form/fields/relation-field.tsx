import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { selectProps } from '../../theme/select-props.ts'
import { asText } from '../../values/as-text.ts'
import { recordTitle } from '../../values/record-title.ts'
import { dependentPath } from '../dependent-path.ts'
import { useForm } from '../form-scope.ts'
import { isEmpty } from '../form-values.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './input-props.ts'
import { useChoices } from './use-choices.ts'

/** Another record, found by typing a part of its name. */
export function RelationField(props: FieldProps<'relation'>) {
  const { relation, choices_path, placeholder = 'Search…' } = props.field
  const dependent = dependentPath(choices_path ?? relation.list_path, useForm())
  const [text, setText] = useState('')
  const [title, setTitle] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [settled] = useDebouncedValue(text, 200)
  const { chosen, records, isFetching } = useChoices(relation, dependent, {
    value: props.value,
    text: settled === title ? '' : settled,
    isOpen,
    onChange: props.onChange,
  })
  const chosenTitle = chosen && recordTitle(chosen, relation.title_attribute)
  if (chosenTitle !== title) setTitle(chosenTitle)

  return (
    <Select
      {...inputProps(props)}
      {...selectProps}
      placeholder={dependent.waitsFor === undefined ? placeholder : `Choose ${dependent.waitsFor} first`}
      disabled={props.isDisabled || dependent.path === null}
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
      nothingFoundMessage={isFetching ? 'Searching…' : 'Nothing found'}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
    />
  )
}
