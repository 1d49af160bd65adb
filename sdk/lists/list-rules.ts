/** Which fields of a record a list may be sorted, filtered and searched by. Anything else is refused with 400. */
export interface ListRules<Field extends string = string> {
  sort?: readonly Field[]
  filter?: readonly Field[]
  /** Fields that `q` looks into. Without any, `q` is refused. */
  search?: readonly Field[]
}
