import type { Filter } from '@atrium/sdk/documents'

/** The names in the list dialect that a filter asks with. None for a kind this shell does not know. */
export function filterKeys(filter: Filter): string[] {
  switch (filter.kind) {
    case 'text':
      return [`${filter.name}_like`]
    case 'select':
    case 'ternary':
    case 'relation':
      return [filter.name]
    case 'number_range':
    case 'date_range':
      return [`${filter.name}_gte`, `${filter.name}_lte`]
    case 'is_null':
      return [`${filter.name}_null`]
    default:
      return []
  }
}
