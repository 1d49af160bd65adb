import type { Field } from '@atrium/sdk/documents'
import type { FieldProps } from './field-props.ts'

/** What all inputs of Mantine are told of a field in the same way. */
export function inputProps<Kind extends Field['kind']>({
  field,
  name,
  error,
  isRequired,
  isDisabled,
}: FieldProps<Kind>) {
  return {
    name,
    label: field.label,
    description: field.description,
    placeholder: field.placeholder,
    error,
    required: isRequired,
    disabled: isDisabled,
  }
}
