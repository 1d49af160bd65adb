import { ApiError, type Caller } from '@atrium/sdk'
import { visible_to } from '@atrium/sdk/host'

/** A 412 shows the record as it stands: without the fields that the caller may not see. */
export function withholdCurrent(error: ApiError, caller: Caller): ApiError {
  const { current } = error.options
  const visible = visible_to(caller, current)
  return visible === current
    ? error
    : new ApiError(error.code, { ...error.options, status: error.status, current: visible })
}
