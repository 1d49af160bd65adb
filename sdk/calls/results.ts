import type { ListSummary } from '../lists/list-query.ts'
import type { Paging } from '../lists/parse-paging.ts'

type Headers = Readonly<Record<string, string>>

/** A record that a POST made: answered `201` with its `Location`. */
export class Created<Value = unknown> {
  readonly value: Value
  constructor(value: Value) {
    this.value = value
  }
}

/** One page of a list: answered as an array, with `X-Total-Count` and `Link`. */
export class Page<Row = unknown> {
  // `declare`: a field that is defined before the constructor assigns it is written twice.
  declare readonly rows: readonly Row[]
  declare readonly total: number
  /** The part of the list that was read; undefined: the part that the query asks for. */
  declare readonly part?: Paging
  declare readonly summary?: ListSummary
  constructor(rows: readonly Row[], total: number, { offset, limit, summary }: PageOptions = {}) {
    this.rows = rows
    this.total = total
    if (offset !== undefined && limit !== undefined) this.part = { offset, limit }
    if (summary !== undefined) this.summary = summary
  }
}

/** The part of the list that was read, for the headers, and the figures that `_summary` asked for. */
export interface PageOptions extends Partial<Paging> {
  readonly summary?: ListSummary | undefined
}

/** A result with headers of its own. */
export class Answer<Value = unknown> {
  readonly value: Value
  readonly headers: Headers
  /** The strong ETag, without quotes. */
  readonly etag: string | undefined
  constructor(value: Value, { headers = {}, etag }: AnswerOptions) {
    this.value = value
    this.headers = headers
    this.etag = etag
  }
}

/** An answer that was given before. Only the host makes one, for `call.once`. */
export class Replay {
  readonly outcome: object
  constructor(outcome: object) {
    this.outcome = outcome
  }
}

/** Headers and ETag sent with a value. */
export interface AnswerOptions {
  /** In lower case. With an `Idempotency-Key` they are kept and replayed. */
  readonly headers?: Headers
  /** The strong ETag, without quotes: `7.3`. */
  readonly etag?: string | undefined
}

/** Answers `201`. `Location` is the record's path: the list path and the record's `id`. */
export const created = <Value>(value: Value) => new Created(value)

/**
 * Answers rows of a list and how many there are in all, before paging.
 * @param options the part of the list that was read; default: what `_start`, `_end`, `_page` and `_limit` ask for
 */
export const page = <Row>(rows: readonly Row[], total: number, options?: PageOptions) => new Page(rows, total, options)

/**
 * Answers a value with headers, or with an ETag. A call in process gets the value alone.
 *
 *     return answer(await files.open(key), { headers: { 'content-type': 'application/pdf' } })
 *     return answer(created(order), { headers: { location: `/api/v1/shop/orders/${order.id}` } })
 */
export const answer = <Value>(value: Value, options: AnswerOptions) => new Answer(value, options)
