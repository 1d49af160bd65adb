import { DateInput } from '@mantine/dates'
import '../../theme/dates.css'
import { asText } from './as-text.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './input-props.ts'

/** A calendar day, typed or chosen. */
export function DateField(props: FieldProps<'date'>) {
  return (
    <DateInput
      {...inputProps(props)}
      placeholder={props.field.placeholder ?? 'YYYY-MM-DD'}
      valueFormat="YYYY-MM-DD"
      clearable={!props.isRequired}
      value={asText(props.value) || null}
      onChange={(day) => props.onChange(day ?? undefined)}
    />
  )
}
