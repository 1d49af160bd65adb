import { DateRangeFilter } from './date-range-filter.tsx'
import type { FilterRenderers } from './filter-props.ts'
import { IsNullFilter } from './is-null-filter.tsx'
import { NumberRangeFilter } from './number-range-filter.tsx'
import { RelationFilter } from './relation-filter.tsx'
import { SelectFilter } from './select-filter.tsx'
import { TernaryFilter } from './ternary-filter.tsx'
import { TextFilter } from './text-filter.tsx'

/** The renderers of filters. */
export const filterEditors: FilterRenderers = {
  text: TextFilter,
  select: SelectFilter,
  ternary: TernaryFilter,
  number_range: NumberRangeFilter,
  date_range: DateRangeFilter,
  is_null: IsNullFilter,
  relation: RelationFilter,
}
