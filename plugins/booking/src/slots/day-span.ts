import { ApiError } from '@atrium/sdk'
import { zoneNamed } from '../catalog/zone.ts'
import type { DateRange } from '../hours/rule-dates.ts'
import { DAY, type Span } from './span.ts'
import { type ZoneClock, zoneClock } from './zone-clock.ts'

export const MOST_DAYS = 62

/** Days of a zone, as a query asks for them. */
export interface DaysInZone {
  readonly days: DateRange
  readonly span: Span
  readonly clock: ZoneClock
}

/** From the beginning of the first to the end of the last day in a zone. @throws ApiError 400 `query_malformed` */
export function daySpan({ from, to }: DateRange, zone: string): DaysInZone {
  const named = zoneNamed(zone)
  if (named === undefined) throw malformed(`There is no time zone [${zone}]; write it as Europe/Berlin.`)
  const [first, last] = [Date.parse(from), Date.parse(to)]
  if (last < first) throw malformed(`[to] is ${to}, which is before [from], ${from}.`)
  if (last - first >= MOST_DAYS * DAY) throw malformed(`From ${from} to ${to} are more than ${MOST_DAYS} days.`)
  const clock = zoneClock(named, { from: first, until: last + DAY })
  return {
    days: { from, to },
    clock,
    span: { from: clock.instantOf(from, '00:00'), until: clock.instantOf(to, '24:00') },
  }
}

const malformed = (detail: string) => new ApiError('query_malformed', { detail })
