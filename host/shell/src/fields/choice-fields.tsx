import { Select, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { selectProps } from '../theme/select-props.ts'
import { asText } from '../values/as-text.ts'
import { isEmpty } from '../form/form-values.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './field-props.ts'

const MANY = 8

/** A choice of one option. Longer lists can be searched. */
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

/** A switch. */
export function ToggleField({ field, name, value, error, isDisabled, onChange }: FieldProps<'toggle'>) {
  return (
    <Switch
      name={name}
      label={field.label}
      description={field.description}
      error={error}
      disabled={isDisabled}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
