import type { OperationRequest } from './outcome.ts'

/** A call made while another is running: same caller, origin, request id and end, but none of its headers. */
export function innerRequest(
  outer: Pick<OperationRequest, 'caller' | 'origin' | 'requestId' | 'signal'>,
  inner: Pick<OperationRequest, 'operation' | 'params' | 'body'> & { query?: OperationRequest['query'] },
): OperationRequest {
  const { caller, origin, requestId } = outer
  return {
    query: {},
    ...inner,
    headers: {},
    caller,
    origin,
    requestId,
    get signal() {
      return outer.signal
    },
  }
}
