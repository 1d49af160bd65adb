import { ApiError, type Caller } from '@atrium/sdk'
import type { Withhold } from '@atrium/sdk/host'

/** A 412 shows the record as it stands: without the fields that the caller may not see. */
export function withholdCurrent(error: ApiError, withhold: Withhold, caller: Caller): ApiError {
  const { current } = error.options
  const visible = withhold(current, caller)
  return visible === current
    ? error
    : new ApiError(error.code, { ...error.options, status: error.status, current: visible })
}
