import { Button, Input, LoadingOverlay } from '@mantine/core'
import '@mantine/core/styles/LoadingOverlay.layer.css'
import { DatePicker } from '@mantine/dates'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useForm } from '../form/form-scope.ts'
import { t } from '../language/t.ts'
import { calendarProps } from '../theme/calendar-props.ts'
import { inNextFrame } from '../theme/in-next-frame.ts'
import { DatetimeField } from './date-fields.tsx'
import type { FieldProps } from './field-props.ts'
import styles from './slot-field.module.css'
import type { SlotTime } from './slot-times.ts'
import { isSameInstant, notFreeText, wholeTime } from './slot-times.ts'
import { useSlots } from './use-slots.ts'
import { dayInWords } from '../values/person-formats.ts'

/** A choice of one of the offered times, by day. If the field allows it, any other time may be entered instead. */
export function SlotField(props: FieldProps<'slot'>) {
  const { field, name, value, error, isRequired, isDisabled, onChange } = props
  const { initial, prefix } = useForm()
  const [isFree, setFree] = useState(false)
  const id = useId()
  const time = textOf(value)
  const slots = useSlots(field.slots, {
    value: time,
    initial: textOf(initial[name.slice(prefix.length)]),
    isBound: !isFree,
    onChange,
  })
  const root = useRef<HTMLElement>(null)
  const keepRoot = (element: HTMLElement | null) => {
    root.current = element
  }
  const notFree = slots.waitsFor === undefined && slots.lost !== undefined && notFreeText(slots.lost, slots.zone)
  const toggle = () => {
    setFree(!isFree)
    if (slots.lost !== undefined) onChange(slots.lost)
    // The button goes with what it stands below.
    inNextFrame(() => root.current?.querySelector<HTMLElement>(INPUTS)?.focus())
  }
  const other = field.any_time === true && !isDisabled && (
    <Button variant="subtle" size="compact-sm" className={styles.other} onClick={toggle}>
      {isFree ? t('Choose a free time') : t('Another time')}
    </Button>
  )
  if (isFree) {
    return (
      <div ref={keepRoot}>
        <DatetimeField {...props} field={{ ...field, kind: 'datetime' }} />
        {other}
      </div>
    )
  }
  return (
    <fieldset ref={keepRoot} className={styles.field} disabled={isDisabled} aria-describedby={`${id}-error`}>
      <Input.Label component="legend" className={styles.legend} required={isRequired}>
        {field.label}
      </Input.Label>
      {field.description !== undefined && <Input.Description>{field.description}</Input.Description>}
      {slots.waitsFor === undefined ? (
        <SlotPicker name={name} value={time} slots={slots} isDisabled={isDisabled} onChange={onChange}>
          {notFree && error === undefined && <NotFree text={notFree} />}
        </SlotPicker>
      ) : (
        <p className={styles.waiting}>
          {time !== undefined && `${t('Chosen: {time}', { time: wholeTime(time, slots.zone) })} · `}
          {t('Choose {waitsFor} first', { waitsFor: slots.waitsFor })}
        </p>
      )}
      <Input.Error id={`${id}-error`} {...(error !== undefined && { 'data-invalid': 'list', tabIndex: -1 })}>
        {error !== undefined && (notFree || error)}
      </Input.Error>
      {other}
    </fieldset>
  )
}

const INPUTS = 'input:not([type=hidden], [tabindex="-1"]), button:not([tabindex="-1"], :disabled)'

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

type Slots = ReturnType<typeof useSlots>

interface SlotPickerProps {
  name: string
  value: string | undefined
  slots: Slots
  isDisabled: boolean
  onChange: (value: string) => void
  /** Stands above the times. */
  children: ReactNode
}

/**
 * The days of a month, and the times of one of them. Only days with times can be chosen. A day that is shown without having been chosen, by
 * itself or by its time, is only marked.
 */
function SlotPicker({ name, value, slots, isDisabled, onChange, children }: SlotPickerProps) {
  const { times, wantedDay, isTaken, lost, month, setMonth, today, zone, isLoading, error } = slots
  const [chosenDay, setDay] = useState<string | null>(null)
  const days = new Set(times.map((time) => time.day))
  const nearest = times.find((time) => wantedDay === undefined || time.day >= wantedDay) ?? times[0]
  const day = [chosenDay, wantedDay].find((each) => each != null && days.has(each)) ?? nearest?.day
  const isFull =
    wantedDay?.slice(0, 7) === month.slice(0, 7) && chosenDay === null && day !== undefined && day !== wantedDay

  return (
    <div className={styles.picker}>
      <div className={styles.days}>
        <LoadingOverlay visible={isLoading} overlayProps={{ backgroundOpacity: 0.5 }} loaderProps={{ size: 'sm' }} />
        <DatePicker
          {...calendarProps()}
          size="sm"
          maxLevel="month"
          value={(day === chosenDay || value !== undefined ? day : null) ?? null}
          getDayProps={(each) => (each === day ? { 'data-shown': true } : {})}
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
        {children}
        {error && <p className={styles.waiting}>{error.message}</p>}
        {!error && !isLoading && day === undefined && (
          <p className={styles.waiting} role="status">
            {t('No free times in this month.')}
          </p>
        )}
        {isFull && value === undefined && lost === undefined && (
          <p className={styles.waiting} role="status">
            {t('No free times on {day}.', { day: dayInWords(wantedDay) })}
          </p>
        )}
        {day !== undefined && <TimesOfDay name={name} day={day} times={times} value={value} onChange={onChange} />}
        {value !== undefined && (
          <p className={styles.zone} role="status">
            {isTaken
              ? t('Chosen: {time}. It has just been taken.', { time: wholeTime(value, zone) })
              : t('Chosen: {time}', { time: wholeTime(value, zone) })}
          </p>
        )}
        <ZoneChoice name={name} slots={slots} />
      </div>
    </div>
  )
}

/** Says that the wanted time is not free, and what to do. */
function NotFree({ text }: { text: string }) {
  return (
    <p className={styles.notFree} role="status">
      <IconAlertTriangle size={16} aria-hidden className={styles.sign} />
      {text}
    </p>
  )
}

interface TimesOfDayProps {
  name: string
  day: string
  times: readonly SlotTime[]
  value: string | undefined
  onChange: (value: string) => void
}

function TimesOfDay({ name, day, times, value, onChange }: TimesOfDayProps) {
  return (
    <Choices
      name={name}
      title={dayInWords(day)}
      choices={times.filter((time) => time.day === day).map(({ starts, text }) => ({ value: starts, text }))}
      chosen={times.find(({ starts }) => isSameInstant(starts, value))?.starts}
      onChange={onChange}
    />
  )
}

/** The time zone in which the times are shown. Offers a choice if the slots are in another zone than the person. */
function ZoneChoice({ name, slots: { zone, zones, setZone } }: { name: string; slots: Slots }) {
  if (zones.length <= 1) return <p className={styles.zone}>{nameOf(zone)}</p>
  return (
    <Choices
      name={`${name}-zone`}
      title={t('Time zone')}
      isWide
      choices={zones.map((each) => ({ value: each, text: nameOf(each) }))}
      chosen={zone}
      onChange={setZone}
    />
  )
}

const nameOf = (zone: string) => zone.replaceAll('_', ' ')

interface ChoicesProps {
  name: string
  title: string
  choices: readonly { value: string; text: string }[]
  chosen: string | undefined
  /** Makes room for texts longer than a time. */
  isWide?: boolean
  onChange: (value: string) => void
}

/** A few choices side by side, as radio buttons. */
function Choices({ name, title, choices, chosen, isWide = false, onChange }: ChoicesProps) {
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
