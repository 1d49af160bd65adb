import type { Filter } from '@atrium/sdk/documents'
import { Button, Checkbox, NumberInput, Radio, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useDebouncedCallback } from '@mantine/hooks'
import type { ComponentType, ReactNode } from 'react'
import { useState } from 'react'
import { DayInput } from '../fields/day-input.tsx'
import { RelationSelect } from '../fields/relation-field.tsx'
import { rendererFor, UnknownKind } from '../screen/renderers.tsx'
import { dayRangeOf, dayRanges } from '../values/day-ranges.ts'
import { isDay } from '../values/typed-day.ts'
import { currencyDigits, currencySign, toMajor, toMinor } from '../values/money.ts'
import styles from './filter-editor.module.css'
import type { ListState } from './list-state.ts'

interface FilterProps<Kind extends Filter['kind'] = Filter['kind']> {
  filter: Extract<Filter, { kind: Kind }>
  filters: ListState['filters']
  /** Takes values by their name in the list dialect; an empty list removes a name. */
  onChange: (changes: Record<string, string[]>) => void
}

type FilterEditors = { [Kind in Filter['kind']]: ComponentType<FilterProps<Kind>> }

/** One editor for each kind of filter: a kind without one does not compile. */
const filterEditors: FilterEditors = {
  text: TextFilter,
  select: SelectFilter,
  ternary: TernaryFilter,
  number_range: NumberRangeFilter,
  date_range: DateRangeFilter,
  is_null: IsNullFilter,
  relation: RelationFilter,
}

/** The inputs that set a filter. */
export function FilterEditor(props: FilterProps) {
  const Editor = rendererFor<FilterProps>(filterEditors, props.filter.kind)
  return Editor ? <Editor {...props} /> : <UnknownKind what="filter" kind={props.filter.kind} />
}

function TextFilter({ filter, filters, onChange }: FilterProps<'text'>) {
  const name = `${filter.name}_like`
  const change = useDebouncedCallback((text: string) => onChange({ [name]: text === '' ? [] : [text] }), 300)
  return (
    <TextInput
      label={`${filter.label} contains`}
      placeholder={filter.placeholder}
      defaultValue={filters[name]?.[0]}
      onChange={(event) => change(event.currentTarget.value.trim())}
      data-autofocus
    />
  )
}

function SelectFilter({ filter, filters, onChange }: FilterProps<'select'>) {
  const chosen = filters[filter.name] ?? []
  const choices = filter.options.map(({ value, label }) => ({ value: String(value), label }))
  const Choice = filter.multiple ? Checkbox : Radio
  const boxes = (
    <div className={styles.choices}>
      {choices.map((choice) => (
        <Choice key={choice.value} size="xs" {...choice} />
      ))}
    </div>
  )
  const change = (values: string[]) => onChange({ [filter.name]: values })
  return filter.multiple ? (
    <Checkbox.Group label={filter.label} value={[...chosen]} onChange={change}>
      {boxes}
    </Checkbox.Group>
  ) : (
    <Radio.Group label={filter.label} value={chosen[0] ?? null} onChange={(value) => change([value])}>
      {boxes}
    </Radio.Group>
  )
}

function TernaryFilter({ filter, filters, onChange }: FilterProps<'ternary'>) {
  return (
    <TrueOrFalse
      label={filter.label}
      words={['Yes', 'No']}
      value={filters[filter.name]?.[0]}
      onChange={(value) => onChange({ [filter.name]: [value] })}
    />
  )
}

function IsNullFilter({ filter, filters, onChange }: FilterProps<'is_null'>) {
  const name = `${filter.name}_null`
  return (
    <TrueOrFalse
      label={filter.label}
      words={['is empty', 'is not empty']}
      value={filters[name]?.[0]}
      onChange={(value) => onChange({ [name]: [value] })}
    />
  )
}

interface TrueOrFalseProps {
  label: string
  value: string | undefined
  words: readonly [whenTrue: string, whenFalse: string]
  onChange: (value: string) => void
}

function TrueOrFalse({ label, value, words, onChange }: TrueOrFalseProps) {
  return (
    <Radio.Group label={label} value={value ?? null} onChange={onChange}>
      <div className={styles.choices}>
        <Radio size="xs" value="true" label={words[0]} />
        <Radio size="xs" value="false" label={words[1]} />
      </div>
    </Radio.Group>
  )
}

function NumberRangeFilter({ filter, filters, onChange }: FilterProps<'number_range'>) {
  return (
    <Range name={filter.name}>
      {(label, name) => (
        <NumberBound
          label={label}
          currency={filter.currency}
          value={filters[name]?.[0]}
          onChange={(value) => onChange({ [name]: value === undefined ? [] : [value] })}
        />
      )}
    </Range>
  )
}

interface NumberBoundProps {
  label: string
  /** Amounts are typed in major units (12.50) and sent in minor ones (1250). */
  currency: string | undefined
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function NumberBound({ label, currency, value, onChange }: NumberBoundProps) {
  const change = useDebouncedCallback((typed: string | number) => {
    const text = currency === undefined ? String(typed) : (toMinor(String(typed), currency)?.toString() ?? '')
    onChange(text === '' ? undefined : text)
  }, 300)
  if (currency === undefined) return <NumberInput label={label} hideControls defaultValue={value} onChange={change} />
  return (
    <NumberInput
      label={label}
      hideControls
      decimalScale={currencyDigits(currency)}
      prefix={`${currencySign(currency)} `}
      defaultValue={value === undefined ? value : toMajor(Number(value), currency)}
      onChange={change}
    />
  )
}

/** Ranges to choose from, and both ends to enter. */
function DateRangeFilter({ filter, filters, onChange }: FilterProps<'date_range'>) {
  const bounds = (from: string[], to: string[]) => ({ [`${filter.name}_gte`]: from, [`${filter.name}_lte`]: to })
  const chosen = dayRangeOf({ from: filters[`${filter.name}_gte`]?.[0], to: filters[`${filter.name}_lte`]?.[0] })
  return (
    <>
      <div className={styles.ranges} role="group" aria-label="Days">
        {dayRanges().map(({ label, from, to }) => (
          <Button
            key={label}
            size="compact-xs"
            variant={label === chosen?.label ? 'light' : 'default'}
            aria-pressed={label === chosen?.label}
            onClick={() => onChange(bounds([from], [to]))}
          >
            {label}
          </Button>
        ))}
      </div>
      <Range name={filter.name}>
        {(label, name) => (
          <DayBound
            label={label}
            value={filters[name]?.[0]}
            onChange={(day) => onChange({ [name]: day ? [day] : [] })}
          />
        )}
      </Range>
    </>
  )
}

interface DayBoundProps {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** The list follows days only: what is not one yet stays in the input, until its day comes from elsewhere. */
function DayBound({ label, value, onChange }: DayBoundProps) {
  const [unread, setUnread] = useState<{ typed: string; over: string | undefined }>()
  const change = (typed: string | undefined) => {
    const isRead = typed === undefined || isDay(typed)
    setUnread(isRead ? undefined : { typed, over: value })
    if (isRead) onChange(typed)
  }
  const shown = unread?.over === value ? unread?.typed : undefined
  return <DayInput label={label} value={shown ?? value ?? ''} onChange={change} withinPortal={false} />
}

/** Both ends of a range, either of which may stay empty. */
function Range({ name, children }: { name: string; children: (label: string, name: string) => ReactNode }) {
  return (
    <div className={styles.range}>
      {children('From', `${name}_gte`)}
      {children('To', `${name}_lte`)}
    </div>
  )
}

function RelationFilter({ filter, filters, onChange }: FilterProps<'relation'>) {
  const { name, label, relation } = filter
  const [value] = filters[name] ?? []
  return (
    <RelationSelect
      label={label}
      relation={relation}
      choices={{ path: relation.list_path, waitsFor: undefined, hasChanged: false }}
      value={value}
      onChange={(id) => onChange({ [name]: id === undefined ? [] : [String(id)] })}
      comboboxProps={{ withinPortal: false }}
      clearable
      data-autofocus
    />
  )
}
