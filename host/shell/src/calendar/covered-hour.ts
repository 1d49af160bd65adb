import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { wallClock } from '../values/dates.ts'
import type { VisibleRange } from './calendar-state.ts'

/** The label of the present time covers that of an hour from this many minutes before the hour until this many after it. */
const BEFORE = 3
const AFTER = 26

/** The hour beside which these days show the present time. Its label would be covered by that time. Null if there is none. */
export function coveredHour(now: string, { first, last }: VisibleRange): number | null {
  const [day = '', time = ''] = now.split(' ')
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  if (day < first || day > last) return null
  if (minute <= AFTER) return hour
  return minute >= 60 - BEFORE ? hour + 1 : null
}

/** The hour whose label is covered now. */
export function useCoveredHour(range: VisibleRange): number | null {
  const [now, setNow] = useState(() => wallClock(new Date()))
  const hour = coveredHour(now, range)
  const tick = () => {
    const next = wallClock(new Date())
    // Another state renders all entries again.
    if (coveredHour(next, range) !== hour) setNow(next)
  }
  useInterval(tick, 30_000, { autoInvoke: true })
  return hour
}
