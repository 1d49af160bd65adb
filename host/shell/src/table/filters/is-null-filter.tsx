import type { FilterProps } from './filter-props.ts'
import { OneOfTwo } from './one-of-two.tsx'

/** Asks for records whose field is empty, or is not. */
export function IsNullFilter({ filter, filters, onChange }: FilterProps<'is_null'>) {
  const name = `${filter.name}_null`
  return (
    <OneOfTwo
      label={filter.label}
      words={['is empty', 'is not empty']}
      value={filters[name]?.[0]}
      onChange={(value) => onChange({ [name]: [value] })}
    />
  )
}
