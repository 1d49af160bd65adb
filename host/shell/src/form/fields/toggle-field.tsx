import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import type { FieldProps } from './field-props.ts'

/** On or off. */
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
