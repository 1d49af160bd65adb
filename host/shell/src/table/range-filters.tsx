import { Button, NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useDebouncedCallback } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { DayInput } from '../fields/day-input.tsx'
import { t } from '../language/t.ts'
import { dayRangeCalled, dayRanges } from '../values/day-ranges.ts'
import { currencyDigits, currencySign, toMajor, toMinor } from '../values/money.ts'
import { isDay } from '../values/typed-day.ts'
import { withinKey } from './comparisons.ts'
import styles from './filter-editor.module.css'
import type { FilterProps } from './filter-props.ts'
import type { ListState } from './list-state.ts'

/** What is typed into a filter applies a moment later, or when the input is left: a filter that is closed at once applies, too. */
export const ONCE_TYPED = { delay: 300, flushOnUnmount: true }

/** Both ends of a range of numbers or amounts. */
export function NumberRangeFilter({ filter, filters, onChange }: FilterProps<'number_range'>) {
  return (
    <Range name={filter.name}>
      {(label, name) => (
        <NumberBound
          label={label}
          isFirst={name.endsWith('_gte')}
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
  /** Whether it gets the focus when the filter opens. */
  isFirst: boolean
  /** Amounts are typed in major units (12.50) and sent in minor ones (1250). */
  currency: string | undefined
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function NumberBound({ label, isFirst, currency, value, onChange }: NumberBoundProps) {
  const change = useDebouncedCallback((typed: string | number) => {
    const text = currency === undefined ? String(typed) : (toMinor(String(typed), currency)?.toString() ?? '')
    onChange(text === '' ? undefined : text)
  }, ONCE_TYPED)
  const input = {
    label,
    hideControls: true,
    onChange: change,
    onBlur: () => change.flush(),
    'data-autofocus': isFirst || undefined,
  }
  if (currency === undefined) return <NumberInput {...input} defaultValue={value} />
  return (
    <NumberInput
      {...input}
      decimalScale={currencyDigits(currency)}
      prefix={`${currencySign(currency)} `}
      defaultValue={value === undefined ? value : toMajor(Number(value), currency)}
    />
  )
}

/** Ranges to choose from, and both ends to enter. */
export function DateRangeFilter({ filter, filters, onChange }: FilterProps<'date_range'>) {
  const { name } = filter
  const within = withinKey(name)
  const chosen = dayRangeCalled(filters[within]?.[0])
  const ends: ListState['filters'] = chosen ? { [`${name}_gte`]: [chosen.from], [`${name}_lte`]: [chosen.to] } : filters
  return (
    <>
      <div className={styles.ranges} role="group" aria-label={t('Days')}>
        {dayRanges().map(({ id, label }) => (
          <Button
            key={id}
            size="compact-xs"
            variant={id === chosen?.id ? 'light' : 'default'}
            aria-pressed={id === chosen?.id}
            onClick={() => onChange({ [within]: [id], [`${name}_gte`]: [], [`${name}_lte`]: [] })}
          >
            {label}
          </Button>
        ))}
      </div>
      <Range name={name}>
        {(label, bound) => (
          <DayBound
            label={label}
            value={ends[bound]?.[0]}
            onChange={(day) => onChange({ ...(chosen && ends), [within]: [], [bound]: day ? [day] : [] })}
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

/** The list only receives days: an incomplete day stays in the input, until a day is set from elsewhere. */
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

/** Both ends of a range, either of which may be empty. */
function Range({ name, children }: { name: string; children: (label: string, name: string) => ReactNode }) {
  return (
    <div className={styles.range}>
      {children(t('From'), `${name}_gte`)}
      {children(t('To'), `${name}_lte`)}
    </div>
  )
}
