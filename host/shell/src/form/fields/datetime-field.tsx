import { DateTimePicker } from '@mantine/dates'
import '../../theme/dates.css'
import { toInstant, toLocalTime } from '../zoned-time.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './input-props.ts'

/** An instant: chosen by the person's clock, kept in UTC. */
export function DatetimeField(props: FieldProps<'datetime'>) {
  return (
    <DateTimePicker
      {...inputProps(props)}
      placeholder={props.field.placeholder ?? 'Choose a date and time'}
      valueFormat="YYYY-MM-DD HH:mm"
      clearable={!props.isRequired}
      value={toLocalTime(props.value)}
      onChange={(local) => props.onChange(toInstant(local))}
    />
  )
}
