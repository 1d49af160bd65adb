import type { Filter } from '@atrium/sdk/documents'

/**
 * How a filter compares its field. `range` has two ends, or for days a name such as “this week”; `null` checks whether there is a value.
 */
export type Comparison = 'like' | 'eq' | 'ne' | 'range' | 'null'

const OWN: Record<Filter['kind'], Comparison> = {
  text: 'like',
  select: 'eq',
  relation: 'eq',
  ternary: 'eq',
  number_range: 'range',
  date_range: 'range',
  is_null: 'null',
}

/** The comparisons of a filter, the default of its kind first. Empty for a kind that this shell does not know. */
export function comparisonsOf({ kind, comparisons = [] }: Filter): readonly Comparison[] {
  return Object.hasOwn(OWN, kind) ? [OWN[kind], ...comparisons] : []
}

/** The names of a comparison in an address. All but `_within` are those of the list dialect. */
export function comparisonKeys({ kind, name }: Filter, comparison: Comparison): readonly string[] {
  if (comparison === 'eq') return [name]
  if (comparison !== 'range') return [`${name}_${comparison}`]
  return [...(kind === 'date_range' ? [withinKey(name)] : []), `${name}_gte`, `${name}_lte`]
}

/** The name in an address for a named range of days, which means other days tomorrow. */
export const withinKey = (field: string) => `${field}_within`

/** All names that a filter may use in an address. */
export const filterKeys = (filter: Filter): readonly string[] =>
  comparisonsOf(filter).flatMap((comparison) => comparisonKeys(filter, comparison))
