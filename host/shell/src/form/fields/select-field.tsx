import { Select } from '@mantine/core'
import { selectProps } from '../../theme/select-props.ts'
import { asText } from '../../values/as-text.ts'
import { isEmpty } from '../form-values.ts'
import { inputProps } from './input-props.ts'
import type { FieldProps } from './field-props.ts'

const MANY = 8

/** One of a few options; searchable where they are many. */
export function SelectField(props: FieldProps<'select'>) {
  const { options } = props.field
  return (
    <Select
      {...inputProps(props)}
      {...selectProps}
      placeholder={props.field.placeholder ?? 'Choose…'}
      data={options.map(({ value, label }) => ({ value: String(value), label }))}
      value={isEmpty(props.value) ? null : asText(props.value)}
      onChange={(chosen) => props.onChange(options.find(({ value }) => String(value) === chosen)?.value)}
      clearable={!props.isRequired}
      allowDeselect={false}
      searchable={options.length > MANY}
      nothingFoundMessage="Nothing found"
    />
  )
}
