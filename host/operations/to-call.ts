import type { Call, Caller } from '@atrium/sdk'
import type { Validators } from './create-validators.ts'
import type { OperationRequest } from './outcome.ts'

/** What the handler sees of a request: each part as its schema says. @throws ApiError 400, 404 or 422 */
export function toCall(
  request: OperationRequest,
  { caller, validators }: { caller: Caller; validators: Validators },
): Call {
  const { operation, headers } = request
  return {
    params: validators.params(operation, request.params),
    query: validators.query(operation, request.query),
    body: validators.body(operation, request.body),
    headers,
    caller,
    check: (record) => validators.record(operation, record),
    /** Made when asked for, which most handlers never do. */
    get signal() {
      return operation.signal ? AbortSignal.any([request.signal, operation.signal]) : request.signal
    },
  }
}
