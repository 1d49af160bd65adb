import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useState } from 'react'
import { currencyDigits, currencySign, toMajor, toMinor } from '../values/money.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './field-props.ts'

/** A number. Unfinished input such as `2.` stays as typed until the input loses the focus. */
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

/** An amount, typed in major units and kept in minor units. */
export function MoneyField(props: FieldProps<'money'>) {
  const { currency } = props.field
  const value = typeof props.value === 'number' ? props.value : null
  const [typed, setTyped] = useState<string | number>('')
  const isTyped = toMinor(String(typed), currency) === value

  return (
    <NumberInput
      {...inputProps(props)}
      hideControls
      inputMode="decimal"
      leftSection={<span aria-hidden>{currencySign(currency)}</span>}
      decimalScale={currencyDigits(currency)}
      thousandSeparator=" "
      value={isTyped ? typed : value === null ? '' : toMajor(value, currency)}
      onBlur={() => setTyped('')}
      onChange={(next) => {
        setTyped(next)
        props.onChange(toMinor(String(next), currency) ?? undefined)
      }}
    />
  )
}
