import { AsyncResource } from 'node:async_hooks'
import { ApiError } from '@atrium/sdk'
import { DatabaseError, type TimedWork } from '../../base/db/index.ts'
import { deadlines, type Timed } from '../../base/lifetime/index.ts'
import type { Operation } from '../registries/index.ts'

/** Milliseconds that a handler of a plugin may take, unless its route or the host's configuration says otherwise. */
export const HANDLER_LIMIT = 10_000

/** A bulk route repeats another one for up to 500 records, so it has the time of three handlers. */
const OF_A_BULK_ROUTE = 3

/**
 * Makes the time of one call. Undefined without a limit: the platform's own operations have none, nor have raw handlers without a
 * transaction, which wait for slow senders and readers, unless their route declares one.
 * @param standard milliseconds for handlers whose route declares no limit; may be infinite
 */
export function handlerTimeOf(operation: Operation, standard: number): HandlerTime | undefined {
  const { declaration, lease, raw, transaction } = operation
  const { timeout_seconds } = declaration.options
  if (timeout_seconds !== undefined) return new HandlerTime(operation, timeout_seconds * 1_000)
  const hasNone = lease === undefined || (raw && !transaction) || standard === Infinity
  if (hasNone) return undefined
  return new HandlerTime(operation, declaration.kind === 'bulk' ? OF_A_BULK_ROUTE * standard : standard)
}

/** The time that one handler has. When it is over, the handler's signal aborts and the database refuses its statements. */
export class HandlerTime implements TimedWork, Timed {
  isOver = false
  /** By `performance.now()`. Its time begins when the handler does. */
  endsAt = Infinity
  readonly operation: Operation
  readonly #limit: number
  #abort: AbortController | undefined
  /** Aborts in the asynchronous context of the handler, whose listeners belong to its call. */
  #abortInCall: (() => void) | undefined
  #onOver: ((error: ApiError) => void) | undefined

  constructor(operation: Operation, limit: number) {
    this.operation = operation
    this.#limit = limit
  }

  get left(): number {
    return this.endsAt === Infinity ? this.#limit : Math.max(1, this.endsAt - performance.now())
  }

  /** Whether more than this share of it is over. */
  isOverBy(share: number): boolean {
    return this.left < (1 - share) * this.#limit
  }

  /** Made on first use, because most handlers never use it. */
  get signal(): AbortSignal {
    this.#abort ??= this.#newAbort()
    if (this.isOver) this.#abort.abort()
    return this.#abort.signal
  }

  refusal(): DatabaseError {
    return new DatabaseError(
      'time_over',
      `The time of [${this.operation.name}] is over, so its later statements are refused. Stop when [call.signal] aborts, or declare a longer [timeout_seconds].`,
    )
  }

  /** Starts the clock, which `deadlines.delete` stops, and calls back with a 504 if the time is over before. */
  start(onOver: (error: ApiError) => void): void {
    this.endsAt = performance.now() + this.#limit
    this.#onOver = onOver
    deadlines.add(this)
  }

  onLate(): void {
    this.isOver = true
    this.#abortInCall?.()
    this.#onOver?.(handlerTimeout(this.operation, this.#limit))
  }

  #newAbort(): AbortController {
    const abort = new AbortController()
    this.#abortInCall = AsyncResource.bind(() => abort.abort())
    return abort
  }
}

function handlerTimeout({ name, method, transaction }: Operation, limit: number): ApiError {
  const left = transaction ? ' Nothing was changed.' : ' What it had already changed stays changed.'
  return new ApiError('handler_timeout', {
    detail: `[${name}] did not finish within ${limit / 1_000} s and was ended.${method === 'GET' ? '' : left}`,
  })
}
