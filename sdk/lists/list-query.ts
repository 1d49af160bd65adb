/** How a filter compares: json-server 0.17's suffixes, `eq` for none and `null` for `_null=true|false`. */
export type Comparison = 'eq' | 'ne' | 'gte' | 'lte' | 'like' | 'null'

/** A value a field is compared with, converted to the field's type. */
export type Operand = string | number | boolean

/** One condition of a list: the field compares with any of the values. */
export interface ListFilter {
  readonly field: string
  readonly comparison: Comparison
  readonly values: readonly Operand[]
}

/** A list query, parsed and checked: what `?_start=0&_end=25&_sort=name&status=active` asks for. */
export interface ListQuery {
  readonly filters: readonly ListFilter[]
  /** Text to look for in the searchable fields. */
  readonly search?: string
  readonly sort: readonly { readonly field: string; readonly order: 'asc' | 'desc' }[]
  readonly offset: number
  /** At most 500. */
  readonly limit: number
}
