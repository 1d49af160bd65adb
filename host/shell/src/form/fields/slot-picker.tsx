import { LoadingOverlay } from '@mantine/core'
import '@mantine/core/styles/LoadingOverlay.layer.css'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { calendarProps } from '../../theme/calendar-props.ts'
import { SlotChoices } from './slot-choices.tsx'
import styles from './slot-field.module.css'
import { isSameInstant, wholeTime } from './slot-times.ts'
import type { useSlots } from './use-slots.ts'

interface SlotPickerProps {
  name: string
  value: string | undefined
  slots: ReturnType<typeof useSlots>
  isDisabled: boolean
  onChange: (value: string) => void
}

/** Days of a month that have times, and the times of one of them. */
export function SlotPicker({ name, value, slots, isDisabled, onChange }: SlotPickerProps) {
  const { times, month, setMonth, today, zone, zones, setZone, isLoading, error } = slots
  const [chosenDay, setDay] = useState<string | null>(null)
  const days = new Set(times.map((time) => time.day))
  const valueDay = times.find(({ starts }) => isSameInstant(starts, value))?.day
  const day = [chosenDay, valueDay].find((each) => each != null && days.has(each)) ?? times[0]?.day

  return (
    <div className={styles.picker}>
      <div className={styles.days}>
        <LoadingOverlay visible={isLoading} overlayProps={{ backgroundOpacity: 0.5 }} loaderProps={{ size: 'sm' }} />
        <DatePicker
          {...calendarProps}
          size="sm"
          maxLevel="month"
          value={day ?? null}
          onChange={setDay}
          date={month}
          onDateChange={(next) => {
            setDay(null)
            setMonth(next)
          }}
          minDate={[today, ...days].sort()[0] ?? today}
          excludeDate={(each) => isDisabled || !days.has(each)}
        />
      </div>
      <div className={styles.times}>
        {error && <p className={styles.waiting}>{error.message}</p>}
        {!error && !isLoading && day === undefined && (
          <p className={styles.waiting} role="status">
            Nothing is free in this month.
          </p>
        )}
        {day !== undefined && (
          <SlotChoices
            name={name}
            title={new Date(`${day}T00:00`).toLocaleDateString(undefined, {
              weekday: 'long',
              day: 'numeric',
              month: 'long',
            })}
            choices={times.filter((time) => time.day === day).map(({ starts, text }) => ({ value: starts, text }))}
            chosen={times.find(({ starts }) => isSameInstant(starts, value))?.starts}
            onChange={onChange}
          />
        )}
        {value !== undefined && (
          <p className={styles.zone} role="status">
            {`Chosen: ${wholeTime(value, zone)}`}
          </p>
        )}
        {zones.length > 1 ? (
          <SlotChoices
            name={`${name}-zone`}
            title="Time zone"
            isWide
            choices={zones.map((each) => ({ value: each, text: each.replaceAll('_', ' ') }))}
            chosen={zone}
            onChange={setZone}
          />
        ) : (
          <p className={styles.zone}>{zone.replaceAll('_', ' ')}</p>
        )}
      </div>
    </div>
  )
}
