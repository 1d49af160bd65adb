import { Loader, MultiSelect, Pill } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecordId } from '../api/paths.ts'
import { relatedOptions } from '../api/records.ts'
import { dependentPath } from '../form/dependent-path.ts'
import { takesEmptyList } from '../form/field-set.ts'
import { useForm } from '../form/form-scope.ts'
import { t } from '../language/t.ts'
import { selectProps } from '../theme/select-props.ts'
import { recordIds, recordTitle } from '../values/record-title.ts'
import { inputProps } from './field-props.ts'
import type { FieldProps } from './field-props.ts'
import { chosenAndOffered } from './offered-records.ts'
import { RelationOption, useListSubtitles } from './relation-option.tsx'
import { useOfferedRecords } from './use-offered-records.ts'

/** Several records of another list, found by a search. The value consists of their ids. */
export function RelationsField(props: FieldProps<'relation'>) {
  const { field, schema, value, isRequired, isDisabled, onChange } = props
  const { relation, choices_path, placeholder = t('Search…') } = field
  const { path, waitsFor } = dependentPath(choices_path ?? relation.list_path, useForm())
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [settled] = useDebouncedValue(text, 200)
  const ids = (Array.isArray(value) ? value : []) as readonly RecordId[]
  const chosen = useQuery(relatedOptions(relation, recordIds(ids)))
  const { offered, isFetching, ...found } = useOfferedRecords(relation, { path, text: settled, isOpen })
  const isAnswered = text === settled && found.isAnswered
  const shown = new Set(isAnswered ? offered.map(({ id }) => String(id)) : [])
  const records = chosenAndOffered(chosen.data, offered)
  const titles = new Map(records.map((record) => [String(record.id), recordTitle(record, relation.title_attribute)]))
  const subtitleOf = useListSubtitles(relation.list_path, records)
  const subtitles = new Map(records.map((record) => [String(record.id), subtitleOf(record)]))
  const known = new Map([...ids, ...records.map(({ id }) => id)].map((id) => [String(id), id]))
  const mayBeEmpty = takesEmptyList(schema)
  const placeholderNow = waitsFor === undefined ? placeholder : t('Choose {waitsFor} first', { waitsFor })

  return (
    <MultiSelect
      {...inputProps(props)}
      {...selectProps}
      placeholder={ids.length === 0 ? placeholderNow : undefined}
      required={isRequired && !mayBeEmpty}
      disabled={isDisabled || path === null}
      data={[...known.keys()].map((id) => ({ value: id, label: titles.get(id) ?? id, subtitle: subtitles.get(id) }))}
      renderOption={({ option }) => <RelationOption option={option} />}
      value={ids.map(String)}
      onChange={(texts) => {
        const next = texts.flatMap((each) => known.get(each) ?? [])
        onChange(next.length > 0 || mayBeEmpty ? next : undefined)
      }}
      maxValues={typeof schema.maxItems === 'number' ? schema.maxItems : undefined}
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options.filter((option) => 'value' in option && shown.has(option.value))}
      hidePickedOptions
      onDropdownOpen={() => setOpen(true)}
      nothingFoundMessage={isAnswered ? t('Nothing found') : t('Searching…')}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
      renderPill={({ option, onRemove, disabled }) => (
        <Pill
          disabled={disabled ?? false}
          withRemoveButton={!disabled}
          onRemove={onRemove}
          removeButtonProps={{ 'aria-label': t('Remove {name}', { name: String(option?.label) }) }}
        >
          {String(option?.label)}
        </Pill>
      )}
    />
  )
}
