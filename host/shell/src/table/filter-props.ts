import type { Filter } from '@atrium/sdk/documents'
import type { Comparison } from './comparisons.ts'
import type { ListState } from './list-state.ts'

/** The props of the inputs of a filter. */
export interface FilterProps<Kind extends Filter['kind'] = Filter['kind']> {
  filter: Extract<Filter, { kind: Kind }>
  comparison: Comparison
  filters: ListState['filters']
  /** Called with values by their name in the address; an empty list removes a name. */
  onChange: (changes: Record<string, readonly string[]>) => void
}
