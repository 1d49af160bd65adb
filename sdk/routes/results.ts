type Headers = Readonly<Record<string, string>>

const headers = new WeakMap<object, Headers>()

/**
 * Remembers headers to be sent when the value is answered, in lower case: a name for a stream, a hint beside a record. Returns the
 * value. A call in process does not see them. With an `Idempotency-Key` they are kept and replayed.
 *
 *     return with_headers(await files.open(key), { 'content-type': 'application/pdf' })
 */
export function with_headers<Value extends object>(value: Value, more: Headers): Value {
  headers.set(value, { ...headers.get(value), ...more })
  return value
}

/** The headers remembered for a value. For the host. */
export const headers_of = (value: unknown): Headers =>
  (typeof value === 'object' && value !== null ? headers.get(value) : undefined) ?? {}

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
