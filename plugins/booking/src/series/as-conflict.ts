import { ApiError } from '@atrium/sdk'
import type { SeriesConflict } from './series.ts'

type Reason = Pick<SeriesConflict, 'reason' | 'message'>

/** For `catch`: why a date does not fit. What is wrong with all of them is thrown on. */
export function asConflict(error: unknown): Reason {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'slot_taken') return { reason: 'slot_taken', message: 'Somebody else has this time already' }
  const [detail] = error.options.details ?? []
  if (detail?.keyword === 'hours') return { reason: 'hours', message: detail.message }
  throw error
}

/** What a wall time that does not exist is told. */
export const leftOut = (zone: string): Reason => ({
  reason: 'wall_time',
  message: `Clocks in ${zone} leave this time out`,
})

/** The 409 that names every date that does not fit. */
export function seriesConflicts(conflicts: readonly SeriesConflict[], dates: number): ApiError {
  const told = ({ local_start, message }: SeriesConflict) => `${local_start}: ${message}`
  const errors: Record<string, string> = {}
  for (const conflict of conflicts) errors[conflict.pointer.slice(1)] ??= told(conflict)
  return new ApiError('series_conflicts', {
    status: 409,
    detail: `Nothing was booked: ${conflicts.length} of ${dates} dates do not fit. Choose another time, or book with mode [fitting] those that do.`,
    errors,
    details: conflicts.map((conflict) => ({
      pointer: conflict.pointer,
      keyword: conflict.reason,
      message: told(conflict),
      value: conflict.local_start,
    })),
  })
}
