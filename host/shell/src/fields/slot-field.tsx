import { Button, Input, LoadingOverlay } from '@mantine/core'
import '@mantine/core/styles/LoadingOverlay.layer.css'
import { DatePicker } from '@mantine/dates'
import { useId, useState } from 'react'
import { calendarProps } from '../theme/calendar-props.ts'
import { useForm } from '../form/form-scope.ts'
import { DatetimeField } from './date-fields.tsx'
import type { FieldProps } from './field-props.ts'
import styles from './slot-field.module.css'
import { isSameInstant, wholeTime } from './slot-times.ts'
import { useSlots } from './use-slots.ts'

/** One of the times that are offered, by day; where it is allowed, any other time. */
export function SlotField(props: FieldProps<'slot'>) {
  const { field, name, value, error, isRequired, isDisabled, onChange } = props
  const { initial, prefix } = useForm()
  const [isFree, setFree] = useState(false)
  const id = useId()
  const slots = useSlots(field.slots, {
    value: textOf(value),
    initial: textOf(initial[name.slice(prefix.length)]),
    isBound: !isFree,
    onChange,
  })
  const other = field.any_time === true && !isDisabled && (
    <Button variant="subtle" size="compact-sm" className={styles.other} onClick={() => setFree(!isFree)}>
      {isFree ? 'Choose from what is free' : 'Another time'}
    </Button>
  )
  if (isFree) {
    return (
      <div>
        <DatetimeField {...props} field={{ ...field, kind: 'datetime' }} />
        {other}
      </div>
    )
  }
  return (
    <fieldset className={styles.field} disabled={isDisabled} aria-describedby={`${id}-error`}>
      <Input.Label component="legend" className={styles.legend} required={isRequired}>
        {field.label}
      </Input.Label>
      {field.description !== undefined && <Input.Description>{field.description}</Input.Description>}
      {slots.waitsFor === undefined ? (
        <SlotPicker name={name} value={textOf(value)} slots={slots} isDisabled={isDisabled} onChange={onChange} />
      ) : (
        <p className={styles.waiting}>{`Choose ${slots.waitsFor} first`}</p>
      )}
      <Input.Error id={`${id}-error`} {...(error !== undefined && { 'data-invalid': 'list', tabIndex: -1 })}>
        {error}
      </Input.Error>
      {other}
    </fieldset>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

interface SlotPickerProps {
  name: string
  value: string | undefined
  slots: ReturnType<typeof useSlots>
  isDisabled: boolean
  onChange: (value: string) => void
}

/** Days of a month that have times, and the times of one of them. */
function SlotPicker({ name, value, slots, isDisabled, onChange }: SlotPickerProps) {
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

interface SlotChoicesProps {
  name: string
  title: string
  choices: readonly { value: string; text: string }[]
  chosen: string | undefined
  /** Longer texts than a time. */
  isWide?: boolean
  onChange: (value: string) => void
}

/** A few choices side by side: the arrow keys go from one to the next. */
function SlotChoices({ name, title, choices, chosen, isWide = false, onChange }: SlotChoicesProps) {
  return (
    <fieldset className={isWide ? `${styles.choices} ${styles.wide}` : styles.choices}>
      <legend className={styles.title}>{title}</legend>
      {choices.map(({ value, text }) => (
        <label key={value} className={styles.choice}>
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => onChange(value)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
