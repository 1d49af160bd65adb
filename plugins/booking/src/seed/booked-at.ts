import type { Random } from '@atrium/sdk'
import { DAY, MINUTE } from '../slots/span.ts'

const HOUR = 60 * MINUTE

/** When a booking was made: in daytime, some time before it begins, two hours at least, and at the latest yesterday. */
export function bookedAt(
  random: Random,
  begins: number,
  { now, within }: { readonly now: number; readonly within: number },
): number {
  const latest = Math.min(begins - 2 * HOUR, now - HOUR)
  const any = latest - Math.floor(random.next() ** 2 * within)
  const atDaytime = Math.floor(any / DAY) * DAY + random.integer(7 * 60, 18 * 60) * MINUTE
  return atDaytime > latest ? atDaytime - DAY : atDaytime
}
