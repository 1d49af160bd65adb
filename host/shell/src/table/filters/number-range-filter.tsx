import type { FilterProps } from './filter-props.ts'
import styles from './filters.module.css'
import { NumberBound } from './number-bound.tsx'

/** Asks for records whose number lies between two, either of which may be left out. */
export function NumberRangeFilter({ filter, filters, onChange }: FilterProps<'number_range'>) {
  const bound = (label: string, name: string) => (
    <NumberBound
      label={label}
      currency={filter.currency}
      value={filters[name]?.[0]}
      onChange={(value) => onChange({ [name]: value === undefined ? [] : [value] })}
    />
  )
  return (
    <div className={styles.range}>
      {bound('From', `${filter.name}_gte`)}
      {bound('To', `${filter.name}_lte`)}
    </div>
  )
}
