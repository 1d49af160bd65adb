import type { Call, Caller } from '@atrium/sdk'
import type { HandlerTime } from './handler-time.ts'
import type { Validators } from './validators.ts'
import type { OperationRequest } from './request.ts'

interface CallParts {
  readonly caller: Caller
  readonly validators: Validators
  /** Aborts the call's signal when it is over. */
  readonly time?: HandlerTime | undefined
  /** Default: does the work without storing its answer. */
  readonly once?: Call['once'] | undefined
}

/**
 * The call that a handler gets: each part of a request, validated where the operation declares a schema.
 *
 * A class because of its getter. V8 gives each object literal with a getter a hidden class of its own and keeps it among the old
 * objects, and with it the whole request until the next major collection. That made garbage collection five times as expensive.
 */
export class ValidatedCall implements Call {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly headers: Call['headers']
  readonly caller: Caller
  readonly check: Call['check']
  readonly once: Call['once']
  readonly #request: OperationRequest
  readonly #time: HandlerTime | undefined
  #signal: AbortSignal | undefined

  /** @throws ApiError 400, 404 or 422 */
  constructor(request: OperationRequest, { caller, validators, time, once = doWork }: CallParts) {
    const { operation, params, query, body, headers } = request
    const { schemas } = operation
    this.#request = request
    this.#time = time
    this.params = schemas.params === undefined ? params : validators.params(operation, params)
    this.query = schemas.query === undefined ? query : validators.query(operation, query)
    this.body = body === undefined && schemas.body === undefined ? body : validators.body(operation, body, caller)
    this.headers = headers
    this.caller = caller
    this.check = (record) => validators.record(operation, record)
    this.once = once
  }

  /** Made on first use, because most handlers never use it. */
  get signal(): AbortSignal {
    this.#signal ??= this.#anySignal()
    return this.#signal
  }

  #anySignal(): AbortSignal {
    const { signal, operation } = this.#request
    return AbortSignal.any([signal, operation.lease?.signal, this.#time?.signal].filter((each) => each !== undefined))
  }
}

const doWork: Call['once'] = async (_given, work) => ({ replayed: false, result: await work() })
