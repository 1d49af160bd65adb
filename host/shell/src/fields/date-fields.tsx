import { DateTimePicker } from '@mantine/dates'
import { calendarProps } from '../theme/calendar-props.ts'
import { useForm } from '../form/form-scope.ts'
import { t } from '../language/t.ts'
import { asText } from '../values/as-text.ts'
import { toInstant, toLocalTime } from '../values/dates.ts'
import { formatLocal } from '../values/person-formats.ts'
import { DayInput } from './day-input.tsx'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './field-props.ts'

/** A calendar day, typed or chosen. A text that is not a day is kept as typed, with the reason, until it is corrected. */
export function DateField(props: FieldProps<'date'>) {
  const { values } = useForm()
  const first = props.field.not_before === undefined ? '' : asText(values[props.field.not_before])
  return <DayInput {...inputProps(props)} first={first} value={asText(props.value)} onChange={props.onChange} />
}

/** An instant, chosen in the time zone of the person and kept in UTC. */
export function DatetimeField(props: FieldProps<'datetime'>) {
  return (
    <DateTimePicker
      {...inputProps(props)}
      {...calendarProps()}
      popoverProps={{ withRoles: false }}
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label: props.field.label }) }}
      submitButtonProps={{ 'aria-label': t('Done') }}
      timePickerProps={{ 'aria-label': t('Time') }}
      placeholder={props.field.placeholder ?? t('Choose a date and time')}
      valueFormat={(local) => formatLocal(local, { dateStyle: 'medium', timeStyle: 'short' })}
      clearable={!props.isRequired}
      value={toLocalTime(props.value)}
      onChange={(local) => props.onChange(toInstant(local))}
    />
  )
}
