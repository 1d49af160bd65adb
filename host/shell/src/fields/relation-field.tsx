import type { RelationTarget } from '@atrium/sdk/documents'
import type { SelectProps } from '@mantine/core'
import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState, useEffect, useRef } from 'react'
import type { RecordId } from '../api/paths.ts'
import { relatedOptions } from '../api/records.ts'
import { selectProps } from '../theme/select-props.ts'
import { asText } from '../values/as-text.ts'
import { recordTitle, recordIds } from '../values/record-title.ts'
import type { DependentPath } from '../form/dependent-path.ts'
import { dependentPath } from '../form/dependent-path.ts'
import { type FieldScope, useForm } from '../form/form-scope.ts'
import { isEmpty } from '../form/form-values.ts'
import { t } from '../language/t.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './field-props.ts'
import { chosenAndOffered } from './offered-records.ts'
import { useEnter } from './use-enter.ts'
import { useOfferedRecords } from './use-offered-records.ts'
import { useRelatedCreation } from './use-related-creation.ts'
import { RelationOption, useListSubtitles } from './relation-option.tsx'

const RelationsField = lazy(() =>
  import('./relations-field.tsx').then((module) => ({ default: module.RelationsField })),
)

interface ChoicesOptions {
  value: unknown
  /** The search text. Without one the first records are offered. */
  text: string
  /** Whether the list of choices is open. */
  isOpen: boolean
  /** A record whose creation was undone while it was chosen. */
  undone: RecordId | undefined
  /** Called when the chosen record can no longer be chosen. */
  onGone: () => void
}

/**
 * Reads the chosen record and the choices. When a field that the choices depend on changes, a chosen record that is no longer among them is
 * cleared, like one whose creation is undone. Until then an initial value stays, even if it is not among the choices.
 */
function useChoices(
  relation: RelationTarget,
  { path, hasChanged }: DependentPath,
  { value, text, isOpen, undone, onGone }: ChoicesOptions,
) {
  const choices = { ...relation, list_path: path ?? relation.list_path }
  const chosen = useQuery(relatedOptions(relation, recordIds([value])))
  const among = useQuery({
    ...relatedOptions(choices, recordIds([value])),
    enabled: hasChanged && path !== null && !isEmpty(value),
  })
  const found = useOfferedRecords(relation, { path, text, isOpen })

  const isOutside = hasChanged && !isEmpty(value) && (path === null || among.data?.length === 0)
  const isGone = isOutside || (undone !== undefined && undone === value)
  useEffect(() => {
    if (isGone) onGone()
  })
  return { ...found, chosen: chosen.data?.[0], records: chosenAndOffered(chosen.data, found.offered) }
}

/** A choice of another record by a search, or of several. The choices may depend on other fields, and wait until those have values. */
export function RelationField(props: FieldProps<'relation'>) {
  return props.field.multiple ? <RelationsField {...props} /> : <SingleRelationField {...props} />
}

function SingleRelationField(props: FieldProps<'relation'>) {
  const { relation, choices_path, placeholder = t('Search…') } = props.field
  const form = useForm()
  const choices = dependentPath(choices_path ?? relation.list_path, form)
  return (
    <RelationSelect
      {...inputProps(props)}
      placeholder={
        choices.waitsFor === undefined ? placeholder : t('Choose {waitsFor} first', { waitsFor: choices.waitsFor })
      }
      disabled={props.isDisabled || choices.path === null}
      relation={relation}
      choices={choices}
      value={props.value}
      onChange={props.onChange}
      clearable={!props.isRequired}
      offersCreation={basePath(choices.path) === basePath(relation.list_path) && !isCompared(props.name, form)}
    />
  )
}

interface RelationSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  relation: RelationTarget
  /** The path of the choices. */
  choices: DependentPath
  /** The id of the chosen record. An id from an address is a text. */
  value: unknown
  onChange: (id: RecordId | undefined) => void
  /** Whether a missing record can be created. A new record is in its own list, but not among narrower choices. */
  offersCreation?: boolean
}

const basePath = (path: string | null) => path?.split('?')[0]

/** Whether the form compares the chosen record with its subject. A new record would have nothing to compare. */
const isCompared = (name: string, { definition }: FieldScope) =>
  Object.values(definition.fields).some(
    (field) => field.kind === 'comparison' && field.record_path.includes(`{${name}}`),
  )

/** The value of the option that creates a record. No record has such an id. */
const CREATE = ' create'

/** Searches for a record by its title. */
export function RelationSelect({
  relation,
  choices,
  value,
  onChange,
  offersCreation = false,
  ...props
}: RelationSelectProps) {
  const [text, setText] = useState('')
  const [title, setTitle] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [isDropped, setDropped] = useState(false)
  const [undone, setUndone] = useState<RecordId>()
  const [lost, setLost] = useState<unknown>()
  const [settled] = useDebouncedValue(text, 200)
  const { chosen, offered, records, isFetching, isAnswered } = useChoices(relation, choices, {
    value,
    text: settled === title ? '' : settled,
    isOpen,
    undone,
    onGone: () => {
      // Another field may fill this one and take that back. What the person chose before is what they look for.
      setLost((before: unknown) => (undone === value ? undefined : (before ?? value)))
      onChange(undefined)
    },
  })
  const creation = useRelatedCreation(relation, isOpen && offersCreation)
  const typed = text === title ? '' : text
  // While one types, only what was found for the whole text can be chosen.
  const isSettled = typed === '' || (text === settled && isAnswered)
  const shown = (typed === '' ? records : isSettled ? offered : []).map(({ id }) => String(id))
  const nothing = isSettled && !isFetching ? t('Nothing found') : t('Searching…')
  const subtitleOf = useListSubtitles(relation.list_path, records)
  const subtitle = chosen === undefined ? undefined : subtitleOf(chosen) || undefined
  const chosenTitle = chosen && recordTitle(chosen, relation.title_attribute)
  if (chosenTitle !== title) setTitle(chosenTitle)

  const current = useRef(value)
  useEffect(() => {
    current.current = value
  })
  const onRedone = (id: RecordId) => {
    setUndone(undefined)
    if (isEmpty(current.current)) onChange(id)
  }
  const [missed] = useQuery(relatedOptions(relation, recordIds([lost]))).data ?? []
  const hint =
    missed === undefined || asText(lost) === asText(value)
      ? undefined
      : t('Not offered here: {title}', { title: recordTitle(missed, relation.title_attribute) })
  const choose = (id: string | null) => {
    setUndone(undefined)
    setLost(undefined)
    if (id === CREATE) creation?.start(typed, { onChosen: onChange, onUndone: setUndone, onRedone })
    else onChange(records.find((record) => String(record.id) === id)?.id)
    setDropped(false)
    if (id === asText(value)) setText(title ?? '')
  }
  const isShown = (id: string) => id === CREATE || shown.includes(id)
  const choosable = creation && shown.length === 0 ? [CREATE] : shown
  const onEnter = useEnter({ text: typed, found: isSettled ? choosable : undefined, onChoose: choose })
  return (
    <Select
      placeholder={t('Search…')}
      {...props}
      {...selectProps}
      data={[
        ...records.map((record) => ({
          value: String(record.id),
          label: recordTitle(record, relation.title_attribute),
          subtitle: subtitleOf(record),
        })),
        ...(creation
          ? [{ value: CREATE, label: `${creation.title}…`, subtitle: shown.length === 0 ? nothing : '' }]
          : []),
      ]}
      renderOption={({ option }) => <RelationOption option={option} creates={option.value === CREATE} />}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={hint === undefined ? (props.description ?? subtitle) : <span role="status">{hint}</span>}
      value={isEmpty(value) ? null : asText(value)}
      onChange={choose}
      // Mantine leaves the typed text, and tells nobody, if the chosen record is chosen again.
      onOptionSubmit={(id) => id === asText(value) && choose(id)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options.filter((option) => 'value' in option && isShown(option.value))}
      onKeyDownCapture={onEnter}
      dropdownOpened={isDropped}
      onDropdownOpen={() => {
        setOpen(true)
        setDropped(true)
      }}
      onDropdownClose={() => setDropped(false)}
      allowDeselect={false}
      nothingFoundMessage={nothing}
      rightSection={isFetching ? <Loader size={14} /> : undefined}
    />
  )
}
