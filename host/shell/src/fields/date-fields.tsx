import { DateInput, DateTimePicker } from '@mantine/dates'
import { calendarProps } from '../theme/calendar-props.ts'
import { asText } from '../values/as-text.ts'
import { toInstant, toLocalTime } from '../values/dates.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './field-props.ts'

/** A calendar day, typed or chosen. */
export function DateField(props: FieldProps<'date'>) {
  return (
    <DateInput
      {...inputProps(props)}
      {...calendarProps}
      placeholder={props.field.placeholder ?? 'YYYY-MM-DD'}
      valueFormat="YYYY-MM-DD"
      clearable={!props.isRequired}
      value={asText(props.value) || null}
      onChange={(day) => props.onChange(day ?? undefined)}
    />
  )
}

/** An instant, chosen in the time zone of the person and kept in UTC. */
export function DatetimeField(props: FieldProps<'datetime'>) {
  return (
    <DateTimePicker
      {...inputProps(props)}
      {...calendarProps}
      popoverProps={{ withRoles: false }}
      submitButtonProps={{ 'aria-label': 'Done' }}
      timePickerProps={{ 'aria-label': 'Time' }}
      placeholder={props.field.placeholder ?? 'Choose a date and time'}
      valueFormat="YYYY-MM-DD HH:mm"
      clearable={!props.isRequired}
      value={toLocalTime(props.value)}
      onChange={(local) => props.onChange(toInstant(local))}
    />
  )
}
