import type { Filter } from '@atrium/sdk/documents'
import type { ComponentType } from 'react'
import type { ListState } from '../list-state.ts'

/** What the renderer of a filter is given. */
export interface FilterProps<Kind extends Filter['kind'] = Filter['kind']> {
  filter: Extract<Filter, { kind: Kind }>
  filters: ListState['filters']
  /** Values by name in the list dialect; an empty list takes a name out. */
  onChange: (changes: Record<string, string[]>) => void
}

/** One renderer for each kind of filter: a kind without one does not compile. */
export type FilterRenderers = { [Kind in Filter['kind']]: ComponentType<FilterProps<Kind>> }
