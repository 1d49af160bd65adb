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
export function created<Value>(value: Value): Created<Value> {
  if (typeof value === 'object' && value !== null) return new Created(value)
  throw new TypeError(`[created] requires the record that was made, not [${String(value)}].`)
}

/**
 * Answers rows of a list and how many there are in all, before paging.
 * @param options the part of the list that was read; default: what `_start`, `_end`, `_page` and `_limit` ask for
 */
export function page<Row>(rows: readonly Row[], total: number, options?: PageOptions): Page<Row> {
  // PostgreSQL counts in texts.
  if (is_list(rows) && Number(total) >= 0) return new Page(rows, Number(total), options)
  throw new TypeError('[page] requires the rows and how many there are in all: `page(rows, total)`.')
}

const is_list = (rows: unknown): boolean => Array.isArray(rows)

/**
 * Answers a value with headers, or with an ETag. A call in process gets the value alone.
 *
 *     return answer(await files.open(key), { headers: { 'content-type': 'application/pdf' } })
 *     return answer(created(order), { headers: { location: `/api/v1/shop/orders/${order.id}` } })
 */
export function answer<Value>(value: Value, options: AnswerOptions): Answer<Value> {
  // Another answer stands for its headers.
  if (!(options instanceof Answer))
    for (const name in options) if (name !== 'headers' && name !== 'etag') throw unknown_option(name)
  return new Answer(value, options)
}

const unknown_option = (name: string) =>
  new TypeError(
    `[answer] has no option [${name}], only [headers] and [etag]. Another status: \`created(record)\` answers 201, nothing 204, an ApiError any 4xx or 5xx.`,
  )
