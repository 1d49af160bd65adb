import { DateInput } from '@mantine/dates'
import { calendarProps } from '../../theme/calendar-props.ts'
import { asText } from '../../values/as-text.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './input-props.ts'

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
