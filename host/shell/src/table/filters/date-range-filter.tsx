import { DateInput } from '@mantine/dates'
import { calendarProps } from '../../theme/calendar-props.ts'
import type { FilterProps } from './filter-props.ts'
import styles from './filters.module.css'

/** Asks for records whose day or instant lies between two days, either of which may be left out. */
export function DateRangeFilter({ filter, filters, onChange }: FilterProps<'date_range'>) {
  const bound = (label: string, name: string) => (
    <DateInput
      {...calendarProps}
      label={label}
      clearable
      valueFormat="YYYY-MM-DD"
      placeholder="YYYY-MM-DD"
      value={filters[name]?.[0] ?? null}
      onChange={(day) => onChange({ [name]: day === null ? [] : [day] })}
      popoverProps={{ withinPortal: false }}
    />
  )
  return (
    <div className={styles.range}>
      {bound('From', `${filter.name}_gte`)}
      {bound('To', `${filter.name}_lte`)}
    </div>
  )
}
