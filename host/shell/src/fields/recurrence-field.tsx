import { Button, Input, NumberInput, Select, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useId, useState } from 'react'
import { msg, t, tn, type Message } from '../language/t.ts'
import { selectProps } from '../theme/select-props.ts'
import { asText } from '../values/as-text.ts'
import { firstDayOfWeek, formatLocal } from '../values/person-formats.ts'
import type { MonthDay, Recurrence, RecurrenceUnit } from '../values/recurrence-rule.ts'
import { readRecurrence, WEEKDAYS, writeRecurrence } from '../values/recurrence-rule.ts'
import { recurrenceText } from '../values/recurrence-text.ts'
import type { FieldProps } from './field-props.ts'
import styles from './recurrence-field.module.css'
import { RecurrenceEndInput } from './recurrence-end-input.tsx'

const RHYTHMS: Readonly<Record<RecurrenceUnit, Message>> = {
  daily: msg('Daily'),
  weekly: msg('Weekly'),
  monthly: msg('Monthly'),
  yearly: msg('Yearly'),
}
const SUFFIXES: Readonly<Record<RecurrenceUnit, (every: number) => string>> = {
  daily: (every) => tn('day', 'days', every),
  weekly: (every) => tn('week', 'weeks', every),
  monthly: (every) => tn('month', 'months', every),
  yearly: (every) => tn('year', 'years', every),
}
const ALL_UNITS = Object.keys(RHYTHMS) as RecurrenceUnit[]

/** A recurrence rule, chosen: how often, on which days, until when. A rule with other parts is shown and edited as text. */
export function RecurrenceField(props: FieldProps<'recurrence'>) {
  const { field, value, error, isRequired, isDisabled } = props
  const { units = ALL_UNITS } = field
  const [isText, setText] = useState(false)
  const id = useId()
  const text = asText(value)
  const rule = text === '' ? undefined : readRecurrence(text)
  const isOther = text !== '' && (rule === undefined || !units.includes(rule.unit))
  return (
    <fieldset className={styles.field} disabled={isDisabled} aria-describedby={`${id}-error`}>
      <Input.Label component="legend" className={styles.legend} required={isRequired}>
        {field.label}
      </Input.Label>
      {field.description !== undefined && <Input.Description>{field.description}</Input.Description>}
      {isText || isOther ? <RuleText {...props} /> : <RuleInputs {...props} rule={rule} units={units} />}
      <p className={styles.words} role="status">
        {recurrenceText(text) ?? ''}
      </p>
      <Input.Error id={`${id}-error`} {...(error !== undefined && { 'data-invalid': 'list', tabIndex: -1 })}>
        {error}
      </Input.Error>
      {!isDisabled && !isOther && (
        <Button variant="subtle" size="compact-sm" className={styles.other} onClick={() => setText(!isText)}>
          {isText ? t('Choose') : t('Enter as text')}
        </Button>
      )}
    </fieldset>
  )
}

/** The rule in the notation of calendars. */
function RuleText({ field, name, value, isRequired, onChange }: FieldProps<'recurrence'>) {
  return (
    <TextInput
      name={name}
      aria-label={t('{label} as text', { label: field.label })}
      placeholder={field.placeholder ?? 'FREQ=WEEKLY;BYDAY=MO,TU'}
      autoComplete="off"
      required={isRequired}
      value={asText(value)}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  )
}

interface RuleInputsProps extends FieldProps<'recurrence'> {
  rule: Recurrence | undefined
  units: readonly RecurrenceUnit[]
}

function RuleInputs({ field, name, rule, units, isRequired, onChange }: RuleInputsProps) {
  const [only] = units.length === 1 ? units : []
  const shown = rule ?? (only && firstRule(only, field))
  const change = (next: Partial<Recurrence>) => shown && onChange(writeRecurrence({ ...shown, ...next }))
  const choose = (unit: string | null) => {
    if (unit === null) onChange(undefined)
    else onChange(writeRecurrence({ ...firstRule(unit as RecurrenceUnit, field), ...(shown && { end: shown.end }) }))
  }
  return (
    <div className={styles.inputs}>
      <div className={styles.row}>
        {only === undefined && (
          <Select
            {...selectProps}
            name={name}
            label={t('How often')}
            placeholder={t('Choose…')}
            data={units.map((unit) => ({ value: unit, label: t(RHYTHMS[unit]) }))}
            value={shown?.unit ?? null}
            onChange={choose}
            clearable={!isRequired}
            allowDeselect={false}
          />
        )}
        {shown && <EveryInput rule={shown} onChange={change} />}
      </div>
      {shown?.unit === 'weekly' && <DaysInput name={name} days={shown.days} onChange={(days) => change({ days })} />}
      {shown?.unit === 'monthly' && (
        <MonthDayInput value={shown.month_day} onChange={(month_day) => change({ month_day })} />
      )}
      {shown && field.ends !== 'never' && (
        <RecurrenceEndInput value={shown.end} mustEnd={field.ends === 'always'} onChange={(end) => change({ end })} />
      )}
    </div>
  )
}

/** A new rule. If it must end, it ends after ten times. */
const firstRule = (unit: RecurrenceUnit, { ends }: { ends?: 'always' | 'never' }): Recurrence => ({
  ...{ unit, every: 1, days: [] },
  ...(ends === 'always' && { end: { count: 10 } }),
})

interface EveryInputProps {
  rule: Recurrence
  onChange: (next: { every: number }) => void
}

function EveryInput({ rule: { unit, every }, onChange }: EveryInputProps) {
  return (
    <NumberInput
      label={t('Every')}
      suffix={` ${SUFFIXES[unit](every)}`}
      min={1}
      max={99}
      clampBehavior="strict"
      allowDecimal={false}
      value={every}
      onChange={(next) => typeof next === 'number' && next >= 1 && onChange({ every: next })}
    />
  )
}

interface DaysInputProps {
  name: string
  days: readonly string[]
  onChange: (days: readonly string[]) => void
}

/** The days of the week side by side, as check boxes, beginning with the first of the person's week. */
function DaysInput({ name, days, onChange }: DaysInputProps) {
  const first = firstDayOfWeek() - 1
  const week = [...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, first)]
  const toggle = (day: string) => onChange(days.includes(day) ? days.filter((each) => each !== day) : [...days, day])
  return (
    <fieldset className={styles.days}>
      <legend className={styles.title}>{t('On')}</legend>
      {week.map((day) => (
        <label key={day} className={styles.day}>
          <input
            type="checkbox"
            name={`${name}-${day}`}
            aria-label={dayName(day, 'long')}
            checked={days.includes(day)}
            onChange={() => toggle(day)}
          />
          <span aria-hidden>{dayName(day, 'short')}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** 16 November 2026 was a Monday. */
const dayName = (day: string, weekday: 'short' | 'long') =>
  formatLocal(`2026-11-${16 + WEEKDAYS.indexOf(day)}`, { weekday })

const ORDINALS = { 1: msg('First'), 2: msg('Second'), 3: msg('Third'), 4: msg('Fourth'), [-1]: msg('Last') } as const

interface MonthDayInputProps {
  value: MonthDay | undefined
  onChange: (value: MonthDay | undefined) => void
}

const sameDay = () => ({ value: 'same', label: t('The day of the first date') })
const daysOfMonth = () =>
  Array.from({ length: 31 }, (_, index) => ({ value: `${index + 1}`, label: t('Day {day}', { day: index + 1 }) }))

function MonthDayInput({ value, onChange }: MonthDayInputProps) {
  const weekdays = Object.entries(ORDINALS).flatMap(([nth, word]) =>
    WEEKDAYS.map((day) => ({ value: `${nth}${day}`, label: `${t(word)} ${dayName(day, 'long')}` })),
  )
  const choose = (chosen: string | null) => {
    const [, nth, weekday] = /^(-?\d)([A-Z]{2})$/.exec(chosen ?? '') ?? []
    if (weekday !== undefined) onChange({ nth: Number(nth), weekday })
    else onChange(chosen === null || chosen === 'same' ? undefined : { day: Number(chosen) })
  }
  return (
    <Select
      {...selectProps}
      label={t('On')}
      searchable
      nothingFoundMessage={t('Nothing found')}
      data={[sameDay(), ...weekdays, ...daysOfMonth()]}
      value={value === undefined ? 'same' : 'day' in value ? `${value.day}` : `${value.nth}${value.weekday}`}
      onChange={choose}
      allowDeselect={false}
    />
  )
}
