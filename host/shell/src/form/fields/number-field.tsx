import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useState } from 'react'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './input-props.ts'

/** A number. What is being typed stays as typed: `2.` is on its way to `2.5`. */
export function NumberField(props: FieldProps<'number'>) {
  const value = typeof props.value === 'number' ? props.value : undefined
  const [typed, setTyped] = useState<string | number>('')
  return (
    <NumberInput
      {...inputProps(props)}
      hideControls
      allowDecimal={props.schema.type !== 'integer'}
      value={readNumber(typed) === value ? typed : (value ?? '')}
      onBlur={() => setTyped('')}
      onChange={(next) => {
        setTyped(next)
        props.onChange(readNumber(next))
      }}
    />
  )
}

function readNumber(typed: string | number): number | undefined {
  const number = typed === '' ? NaN : Number(typed)
  return Number.isNaN(number) ? undefined : number
}
