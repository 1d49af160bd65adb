import { Checkbox, Select, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { lazy } from 'react'
import { selectProps } from '../theme/select-props.ts'
import { asText } from '../values/as-text.ts'
import { isEmpty } from '../form/form-values.ts'
import { t } from '../language/t.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps, mayBeLeftOut } from './field-props.ts'

const MANY = 8

const WideSelectField = lazy(() =>
  import('./select-fields.tsx').then((module) => ({ default: module.WideSelectField })),
)

/** A choice of one option. Longer lists can be searched. */
export function SelectField(props: FieldProps<'select'>) {
  const { options, multiple, spread } = props.field
  if (multiple || spread) return <WideSelectField {...props} />
  return (
    <Select
      {...inputProps(props)}
      {...selectProps}
      placeholder={props.field.placeholder ?? t('Choose…')}
      data={options.map(({ value, label }) => ({ value: String(value), label }))}
      value={isEmpty(props.value) ? null : asText(props.value)}
      onChange={(chosen) => props.onChange(options.find(({ value }) => String(value) === chosen)?.value)}
      clearable={mayBeLeftOut(props)}
      allowDeselect={false}
      searchable={options.length > MANY}
      nothingFoundMessage={t('Nothing found')}
    />
  )
}

/** A switch, or a box to tick. */
export function ToggleField({ field, name, value, error, isDisabled, onChange }: FieldProps<'toggle'>) {
  const Toggle = field.looks === 'checkbox' ? Checkbox : Switch
  return (
    <Toggle
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
