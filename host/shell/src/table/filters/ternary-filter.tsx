import type { FilterProps } from './filter-props.ts'
import { OneOfTwo } from './one-of-two.tsx'

/** Asks for records whose field is true, or false; for all while nothing is chosen. */
export function TernaryFilter({ filter, filters, onChange }: FilterProps<'ternary'>) {
  return (
    <OneOfTwo
      label={filter.label}
      words={['Yes', 'No']}
      value={filters[filter.name]?.[0]}
      onChange={(value) => onChange({ [filter.name]: [value] })}
    />
  )
}
