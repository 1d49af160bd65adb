/** A record that a POST made: answered `201` with its `Location`. */
export class Created<Value = unknown> {
  readonly value: Value
  constructor(value: Value) {
    this.value = value
  }
}

/** One page of a list: answered as an array, with `X-Total-Count` and `Link`. */
export class Page<Row = unknown> {
  readonly rows: readonly Row[]
  readonly total: number
  constructor(rows: readonly Row[], total: number) {
    this.rows = rows
    this.total = total
  }
}

/** Answers `201`. `Location` is the record's path: the list path and the record's `id`. */
export const created = <Value>(value: Value) => new Created(value)

/** Answers rows of a list and how many there are in all, before paging. */
export const page = <Row>(rows: readonly Row[], total: number) => new Page(rows, total)
