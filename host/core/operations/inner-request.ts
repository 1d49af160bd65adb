import type { OperationRequest } from './outcome.ts'

/** The call that another is made from. */
type Outer = Pick<OperationRequest, 'caller' | 'origin' | 'requestId' | 'signal'>

/** What is called from it. */
type Inner = Pick<OperationRequest, 'operation' | 'params' | 'body'> & { query?: OperationRequest['query'] }

/**
 * A call made while another is running: same origin, request id and end, but none of its headers.
 * @param options.caller default: the same
 */
export function innerRequest(
  outer: Outer,
  inner: Inner,
  { caller = outer.caller }: { caller?: OperationRequest['caller'] } = {},
): OperationRequest {
  return new InnerRequest(outer, inner, caller)
}

/** A class for the sake of its getter, as in to-call.ts. */
class InnerRequest implements OperationRequest {
  readonly operation: OperationRequest['operation']
  readonly params: OperationRequest['params']
  readonly query: OperationRequest['query']
  readonly body: unknown
  readonly headers: OperationRequest['headers'] = {}
  readonly caller: OperationRequest['caller']
  readonly origin: OperationRequest['origin']
  readonly requestId: string
  readonly #outer: Outer

  constructor(outer: Outer, { operation, params, query = {}, body }: Inner, caller: OperationRequest['caller']) {
    this.#outer = outer
    this.operation = operation
    this.params = params
    this.query = query
    this.body = body
    this.caller = caller
    this.origin = outer.origin
    this.requestId = outer.requestId
  }

  get signal(): AbortSignal {
    return this.#outer.signal
  }
}
