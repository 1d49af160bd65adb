import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useDebouncedCallback } from '@mantine/hooks'
import { currencyDigits, currencySign, toMajor, toMinor } from '../../values/money.ts'

interface NumberBoundProps {
  label: string
  /** Amounts are typed in major units and asked for in minor ones. */
  currency: string | undefined
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** One end of a range; told a moment after one has stopped typing. */
export function NumberBound({ label, currency, value, onChange }: NumberBoundProps) {
  const tell = useDebouncedCallback((typed: string | number) => {
    const asked = currency === undefined ? String(typed) : (toMinor(String(typed), currency)?.toString() ?? '')
    onChange(asked === '' ? undefined : asked)
  }, 300)
  if (currency === undefined) return <NumberInput label={label} hideControls defaultValue={value} onChange={tell} />
  return (
    <NumberInput
      label={label}
      hideControls
      decimalScale={currencyDigits(currency)}
      prefix={`${currencySign(currency)} `}
      defaultValue={value === undefined ? value : toMajor(Number(value), currency)}
      onChange={tell}
    />
  )
}
