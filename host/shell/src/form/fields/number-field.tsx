import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './input-props.ts'

/** A number. */
export function NumberField(props: FieldProps<'number'>) {
  return (
    <NumberInput
      {...inputProps(props)}
      hideControls
      allowDecimal={props.schema.type !== 'integer'}
      value={typeof props.value === 'number' ? props.value : ''}
      onChange={(next) => props.onChange(next === '' || next === '-' ? undefined : Number(next))}
    />
  )
}
