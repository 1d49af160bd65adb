import { invalid_values } from '@atrium/sdk'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'

/** A series has no more dates, and none later than this after the first. */
export const MOST_DATES = 104

const LONGEST = { years: 3 }

/** For rules that no day suits: the library tries so many periods. */
const MOST_PERIODS = 3_000

/** One date of a series. */
export interface SeriesDate {
  /** Wall time in the zone: `2027-03-28T02:30:00`. */
  readonly local_start: string
  /** In UTC. Undefined where clocks leave this wall time out. */
  readonly starts_at: string | undefined
}

export interface SeriesPlan {
  readonly rrule: string
  /** The first date, in UTC. */
  readonly starts_at: string
  /** IANA: every date has the wall time that the first has here. */
  readonly zone: string
}

/**
 * The dates of a series. They are worked out in wall time, so ten o'clock stays ten o'clock; a wall time that comes twice is the
 * earlier (RFC 5545 section 3.3.5), but for the first date, which is an instant.
 * @throws ApiError 422 that points at `rrule`, or at `starts_at` where the rule does not begin there
 */
export function seriesDates({ rrule, starts_at, zone }: SeriesPlan): readonly SeriesDate[] {
  const parts = seriesRule(rrule)
  if (typeof parts === 'string') throw wrong('rrule', parts)
  const first = Temporal.Instant.from(starts_at).toZonedDateTimeISO(zone).toPlainDateTime()
  const walls = wallTimes(parts, first, lastOf(parts, zone))
  if (walls.length > MOST_DATES) throw wrong('rrule', `A series has ${MOST_DATES} dates at most, within three years`)
  return walls.map((wall, index) => ({
    local_start: wall.toString({ smallestUnit: 'second' }),
    starts_at: index === 0 ? starts_at : instantOf(wall, zone),
  }))
}

/** Days have no zone, so the rule is applied in UTC, where no wall time is missing. One too many tells that there are more. */
function wallTimes(
  parts: RuleParts,
  first: Temporal.PlainDateTime,
  last: Temporal.PlainDateTime | undefined,
): Temporal.PlainDateTime[] {
  const rruleString = [...parts].flatMap(([name, value]) => (name === 'UNTIL' ? [] : [`${name}=${value}`])).join(';')
  const dtstart = first.toZonedDateTime('UTC')
  const horizon = first.add(LONGEST)
  const found: Temporal.PlainDateTime[] = []
  const take = (wall: Temporal.PlainDateTime) => {
    if (last !== undefined && Temporal.PlainDateTime.compare(wall, last) > 0) return false
    if (found.length === 0 && !wall.equals(first)) throw elsewhere(wall)
    if (Temporal.PlainDateTime.compare(wall, horizon) > 0) throw wrong('rrule', 'A series lasts three years at most')
    return found.push(wall) <= MOST_DATES
  }
  const rule = new RRuleTemporal({ rruleString, dtstart, maxIterations: MOST_PERIODS, cache: false })
  try {
    rule.all((date) => take(Temporal.PlainDateTime.from(date.toPlainDateTime().toString())))
  } catch (error) {
    throw error instanceof Error && /maximum iterations/i.test(error.message) ? elsewhere() : error
  }
  if (found.length === 0) throw wrong('rrule', 'It ends before it begins')
  return found
}

/** The last wall time that UNTIL lets in. A date without a time is that whole day. */
function lastOf(parts: RuleParts, zone: string): Temporal.PlainDateTime | undefined {
  const until = parts.get('UNTIL')
  if (until === undefined) return undefined
  try {
    if (until.endsWith('Z')) return Temporal.Instant.from(until).toZonedDateTimeISO(zone).toPlainDateTime()
    if (until.length > 8) return Temporal.PlainDateTime.from(until)
    return Temporal.PlainDate.from(until).toPlainDateTime('23:59:59')
  } catch (error) {
    if (error instanceof RangeError) throw wrong('rrule', `There is no [UNTIL=${until}]`)
    throw error
  }
}

function instantOf(wall: Temporal.PlainDateTime, zone: string): string | undefined {
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  // In a gap the clock shows another time than was asked for.
  if (!earlier.toPlainDateTime().equals(wall)) return undefined
  return earlier.toInstant().toString({ smallestUnit: 'millisecond' })
}

const elsewhere = (wall?: Temporal.PlainDateTime) =>
  wrong('starts_at', wall ? `The rule begins on ${wall.toPlainDate().toString()}` : 'The rule has no such day')

const wrong = (field: string, message: string) =>
  invalid_values([{ pointer: `/${field}`, message, keyword: field === 'rrule' ? 'rrule' : 'rrule_start' }])

const LIST = (item: string) => new RegExp(`^${item}(,${item})*$`)

const DAY = '(MO|TU|WE|TH|FR|SA|SU)'

/** What may stand in the rule of a series. It has no times of its own: every date has the wall time of the first. */
const PARTS: ReadonlyMap<string, RegExp> = new Map([
  ['FREQ', /^(DAILY|WEEKLY|MONTHLY)$/],
  ['INTERVAL', /^[1-9]\d?$/],
  ['COUNT', /^[1-9]\d{0,2}$/],
  ['UNTIL', /^\d{8}(T\d{6}Z?)?$/],
  ['BYDAY', LIST(`(-?[1-5])?${DAY}`)],
  ['BYMONTHDAY', LIST('-?([1-9]|[12]\\d|3[01])')],
  ['BYSETPOS', LIST('-?[1-9]\\d?')],
  ['WKST', new RegExp(`^${DAY}$`)],
])

/** The parts of a recurrence rule. */
type RuleParts = ReadonlyMap<string, string>

/**
 * Reads the rule of a series (RFC 5545 section 3.3.10): daily, weekly or monthly, and with an end, COUNT or UNTIL.
 * @returns its parts, or what is wrong with it, for the person who wrote it
 */
function seriesRule(text: string): RuleParts | string {
  const parts = new Map<string, string>()
  for (const part of text.split(';')) {
    const [name = '', value = ''] = part.split('=', 2)
    if (PARTS.get(name)?.test(value) !== true)
      return `[${part}] is nothing that a series knows, as FREQ=WEEKLY;COUNT=10`
    if (parts.has(name)) return `[${name}] stands there twice`
    parts.set(name, value)
  }
  if (!parts.has('FREQ')) return 'Say how often, as FREQ=WEEKLY;COUNT=10'
  if (parts.has('COUNT') === parts.has('UNTIL')) return 'Say when it ends, by COUNT or by UNTIL, and not by both'
  return parts
}
