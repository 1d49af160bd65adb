import type { Sort } from './list-state.ts'

/** What a click on a column's head leads to: up, down, then back to how the list is sorted by itself. */
export function nextSort(sort: Sort | null, field: string, byDefault: Sort | null): Sort | null {
  if (sort?.field !== field) return { field, order: 'asc' }
  if (sort.order === 'asc') return { field, order: 'desc' }
  return byDefault?.field === field ? { field, order: 'asc' } : byDefault
}
