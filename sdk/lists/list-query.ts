/** How a filter compares: the suffixes of json-server 0.17, `eq` for none, and `null` for `_null=true|false`. */
export type Comparison = 'eq' | 'ne' | 'gte' | 'lte' | 'like' | 'null'

/** A value that a field is compared with, in the field's type. */
export type Operand = string | number | boolean

/** One condition of a list: the field compares with any of the values. */
export interface ListFilter {
  readonly field: string
  readonly comparison: Comparison
  readonly values: readonly Operand[]
}

/** A list query, parsed and checked: `?_start=0&_end=25&_sort=name&status=active`. */
export interface ListQuery {
  readonly filters: readonly ListFilter[]
  /** Text to look for in the searchable fields. */
  readonly search?: string
  readonly sort: readonly { readonly field: string; readonly order: 'asc' | 'desc' }[]
  readonly offset: number
  /** At most 500. */
  readonly limit: number
  /** The fields whose figures are asked for, of all matching records. A store of your own may answer them with `page(…, { summary })`. */
  readonly summarize?: readonly string[]
}

/** The figures of one field over all matching records that have a value. Without any, all but the count are null. */
export interface FieldSummary {
  readonly count: number
  readonly sum: number | null
  readonly average: number | null
  readonly min: number | null
  readonly max: number | null
}

/** Figures by field. */
export type ListSummary = Readonly<Record<string, FieldSummary>>

/** The order of a list that asks for none. Frozen, because every such query has this very array. */
export const BY_ID: ListQuery['sort'] = Object.freeze([Object.freeze({ field: 'id', order: 'asc' } as const)])
