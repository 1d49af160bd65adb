import { NumberInput, Select } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { msg, t } from '../language/t.ts'
import { calendarProps } from '../theme/calendar-props.ts'
import { selectProps } from '../theme/select-props.ts'
import { formatLocal } from '../values/person-formats.ts'
import type { RecurrenceEnd } from '../values/recurrence-rule.ts'
import styles from './recurrence-field.module.css'

const KINDS = { never: msg('Never'), count: msg('After a number of times'), until: msg('On a day') } as const
type Kind = keyof typeof KINDS

/** The initial value of each kind of end: ten times, or about three months from today. */
const FIRST: Readonly<Record<Kind, () => RecurrenceEnd | undefined>> = {
  never: () => undefined,
  count: () => ({ count: 10 }),
  until: () => ({ until: new Date(Date.now() + 90 * 24 * 60 * 60_000).toISOString().slice(0, 10) }),
}

interface RecurrenceEndInputProps {
  value: RecurrenceEnd | undefined
  mustEnd: boolean
  onChange: (end: RecurrenceEnd | undefined) => void
}

/** When a rule ends: never, after a number of times, or with a last day. */
export function RecurrenceEndInput({ value, mustEnd, onChange }: RecurrenceEndInputProps) {
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => !mustEnd || kind !== 'never')
  return (
    <div className={styles.row}>
      <Select
        {...selectProps}
        label={t('Ends')}
        placeholder={t('Choose…')}
        data={kinds.map((kind) => ({ value: kind, label: t(KINDS[kind]) }))}
        value={mustEnd && value === undefined ? null : kindOf(value)}
        onChange={(kind) => onChange(FIRST[kind ?? 'never']())}
        allowDeselect={false}
      />
      {value && 'count' in value && (
        <NumberInput
          label={t('Times')}
          min={1}
          max={999}
          clampBehavior="strict"
          allowDecimal={false}
          value={value.count}
          onChange={(count) => typeof count === 'number' && count >= 1 && onChange({ count })}
        />
      )}
      {value && 'until' in value && (
        <DatePickerInput
          {...calendarProps()}
          label={t('Last day')}
          popoverProps={{ withRoles: false }}
          valueFormatter={({ date }) => (typeof date === 'string' ? formatLocal(date, { dateStyle: 'medium' }) : '')}
          value={value.until}
          onChange={(until) => until !== null && onChange({ until })}
        />
      )}
    </div>
  )
}

function kindOf(end: RecurrenceEnd | undefined): Kind {
  if (end === undefined) return 'never'
  return 'count' in end ? 'count' : 'until'
}
