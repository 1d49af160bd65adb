import { type InvalidValue, invalid_values } from '@atrium/sdk'
import { DAY, MINUTE, type Span } from '../slots/span.ts'

/** When a booking is to be, in UTC. */
export interface Requested {
  readonly starts_at: string
  readonly ends_at?: string | undefined
}

/** The span of a booking. @throws ApiError 422 where it ends before it begins, takes longer than a day, or is past */
export function requestedSpan({ starts_at, ends_at }: Requested, duration: number): Span {
  const from = Date.parse(starts_at)
  const until = ends_at === undefined ? from + duration * MINUTE : Date.parse(ends_at)
  const wrong: InvalidValue[] = []
  if (until <= from) wrong.push({ pointer: '/ends_at', message: `Must be later than ${starts_at}`, keyword: 'order' })
  if (until - from > DAY)
    wrong.push({ pointer: '/ends_at', message: 'No booking takes longer than a day', keyword: 'long' })
  if (from < Date.now()) wrong.push({ pointer: '/starts_at', message: 'This lies in the past', keyword: 'past' })
  if (wrong.length > 0) throw invalid_values(wrong)
  return { from, until }
}
