import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useDebouncedCallback } from '@mantine/hooks'
import { currencyDigits, currencySign, toMajor, toMinor } from '../../values/money.ts'
import type { FilterProps } from './filter-props.ts'
import styles from './filters.module.css'

/** Asks for records whose number lies between two, either of which may be left out. Amounts are typed in major units. */
export function NumberRangeFilter({ filter, filters, onChange }: FilterProps<'number_range'>) {
  const { currency } = filter
  const tell = useDebouncedCallback((name: string, text: string) => {
    const value = currency === undefined ? text : toMinor(text, currency)
    onChange({ [name]: value === null || value === '' ? [] : [String(value)] })
  }, 300)
  const bound = (label: string, name: string) => {
    const value = filters[name]?.[0]
    return (
      <NumberInput
        label={label}
        hideControls
        decimalScale={currency === undefined ? undefined : currencyDigits(currency)}
        prefix={currency === undefined ? '' : `${currencySign(currency)} `}
        defaultValue={value === undefined || currency === undefined ? value : toMajor(Number(value), currency)}
        onChange={(next) => tell(name, String(next))}
      />
    )
  }
  return (
    <div className={styles.range}>
      {bound('From', `${filter.name}_gte`)}
      {bound('To', `${filter.name}_lte`)}
    </div>
  )
}
