import type { TextInputProps } from '@mantine/core'
import { CloseButton, Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import type { FocusEvent, KeyboardEvent } from 'react'
import { useState } from 'react'
import { t } from '../language/t.ts'
import { calendarProps } from '../theme/calendar-props.ts'
import { formatLocal } from '../values/person-formats.ts'
import { dayPattern, dayProblem, isDay, readTypedDay } from '../values/typed-day.ts'

/** A day in the screen's usual format, if it can be typed that way; or else as it is saved. */
function writtenDay(day: string): string {
  const written = formatLocal(day, { dateStyle: 'medium' })
  return readTypedDay(written) === day ? written : day
}

/** Mantine's mark of the field into which a form or a dialog puts the cursor by itself. A calendar that nobody asked for would cover others. */
const PUT_HERE = 'data-autofocus'

interface DayInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  label: string
  /** A day as `YYYY-MM-DD`, or a text that is not a day. Empty: nothing. */
  value: string
  /** Called with a day, a text that is not a day, or undefined for nothing. */
  onChange: (value: string | undefined) => void
  withinPortal?: boolean
  /** Earlier days are not offered by the calendar. */
  first?: string
}

/**
 * A day, typed or chosen from a calendar. Typed text is read in the order of the person's language, and formatted when they leave the
 * input. A text that is not a day stays as typed, with the reason below.
 */
export function DayInput({ label, value, onChange, withinPortal = true, first = '', error, ...input }: DayInputProps) {
  const [typing, setTyping] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const day = isDay(value) ? value : null
  const type = (text: string) => {
    setTyping(text)
    setOpen(true)
    onChange(text.trim() === '' ? undefined : (readTypedDay(text) ?? text))
  }
  const choose = (chosen: string | null) => {
    setTyping(null)
    setOpen(false)
    onChange(chosen ?? undefined)
  }
  const leave = ({ currentTarget }: FocusEvent) => {
    currentTarget.removeAttribute(PUT_HERE)
    setTyping(null)
    setOpen(false)
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
  }

  return (
    <Popover opened={isOpen} position="bottom-start" trapFocus={false} withRoles={false} withinPortal={withinPortal}>
      <Popover.Target>
        <TextInput
          {...input}
          placeholder={input.placeholder ?? dayPattern()}
          label={label}
          autoComplete="off"
          value={typing ?? (day === null ? value : writtenDay(day))}
          error={error ?? (typing === null ? dayProblem(value) : undefined)}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={({ currentTarget }) => setOpen(!currentTarget.hasAttribute(PUT_HERE))}
          onClick={() => setOpen(true)}
          onBlur={leave}
          onKeyDown={closeOnEscape}
          // Else the same Esc closes the dialog around it.
          data-mantine-stop-propagation={isOpen || undefined}
          rightSection={
            value !== '' && !input.required && !input.disabled ? (
              <CloseButton size="sm" aria-label={t('Clear {label}', { label })} onClick={() => choose(null)} />
            ) : undefined
          }
        />
      </Popover.Target>
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <DatePicker
          key={day?.slice(0, 7) ?? first.slice(0, 7)}
          {...calendarProps()}
          size="sm"
          value={day}
          onChange={choose}
          defaultDate={day ?? (isDay(first) ? first : undefined)}
          minDate={isDay(first) ? first : undefined}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
