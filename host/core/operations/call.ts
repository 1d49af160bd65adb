import type { Call, Caller } from '@atrium/sdk'
import type { Validators } from './validators.ts'
import type { OperationRequest } from './request.ts'

interface CallParts {
  readonly caller: Caller
  readonly validators: Validators
  /** Default: the work is just done. */
  readonly once?: Call['once']
}

/** What the handler sees of a request: each part as its schema says. @throws ApiError 400, 404 or 422 */
export function toCall(request: OperationRequest, parts: CallParts): Call {
  return new ValidatedCall(request, parts)
}

/**
 * A class for the sake of its getter. Each object literal with a getter has a hidden class of its own, which V8 keeps among the
 * old objects, and with it the whole request until the next major collection: that made collecting garbage five times as dear.
 */
class ValidatedCall implements Call {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly headers: Call['headers']
  readonly caller: Caller
  readonly check: Call['check']
  readonly once: Call['once']
  readonly #request: OperationRequest

  constructor(request: OperationRequest, { caller, validators, once = justDo }: CallParts) {
    const { operation, headers } = request
    this.#request = request
    this.params = validators.params(operation, request.params)
    this.query = validators.query(operation, request.query)
    this.body = validators.body(operation, request.body)
    this.headers = headers
    this.caller = caller
    this.check = (record) => validators.record(operation, record)
    this.once = once
  }

  /** Made when asked for, which most handlers never do. */
  get signal(): AbortSignal {
    const { signal, operation } = this.#request
    return operation.lease ? AbortSignal.any([signal, operation.lease.signal]) : signal
  }
}

const justDo: Call['once'] = async (_given, work) => ({ replayed: false, result: await work() })
