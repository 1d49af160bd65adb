import { invalid_values } from '@atrium/sdk'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { prefixMessage } from '../time/rule-text.ts'

/** The limits of a series: its number of dates, and how long after the first the last may be. */
export const MOST_DATES = 104

const TOO_MANY = `A series can have at most ${MOST_DATES} dates within three years`

const LONGEST = { years: 3 }

/** Stops the library for rules that never match a date. */
const MOST_PERIODS = 3_000

/** One date of a series. */
export interface SeriesDate {
  /** Local time in the zone: `2027-03-28T02:30:00`. */
  readonly local_start: string
  /** In UTC. Undefined if the clock change skips this local time. */
  readonly starts_at: string | undefined
}

export interface SeriesPlan {
  readonly rrule: string
  /** The first date, in UTC. */
  readonly starts_at: string
  /** IANA time zone. Every date has the same local time in this zone as the first. */
  readonly zone: string
}

/**
 * The dates of a series. They are computed in local time, so ten o'clock stays ten o'clock. A local time that occurs twice means the
 * earlier one (RFC 5545 section 3.3.5), except for the first date, which is given as an instant.
 * @throws ApiError 422 for `rrule`, or for `starts_at` if it is not a date of the rule
 */
export function seriesDates({ rrule, starts_at, zone }: SeriesPlan): readonly SeriesDate[] {
  const parts = seriesRule(rrule)
  if (typeof parts === 'string') throw wrong('rrule', parts)
  const first = Temporal.Instant.from(starts_at).toZonedDateTimeISO(zone).toPlainDateTime()
  const walls = wallTimes(parts, first, lastOf(parts, zone))
  if (walls.length > MOST_DATES) throw wrong('rrule', TOO_MANY)
  return walls.map((wall, index) => ({
    local_start: wall.toString({ smallestUnit: 'second' }),
    starts_at: index === 0 ? starts_at : instantOf(wall, zone),
  }))
}

/** Applies the rule in UTC, where no local time is missing. Returns one date too many if the rule exceeds the limit. */
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
    if (Temporal.PlainDateTime.compare(wall, horizon) > 0) throw wrong('rrule', 'A series can last at most three years')
    return found.push(wall) <= MOST_DATES
  }
  const rule = new RRuleTemporal({ rruleString, dtstart, maxIterations: MOST_PERIODS, cache: false })
  try {
    rule.all((date) => take(Temporal.PlainDateTime.from(date.toPlainDateTime().toString())))
  } catch (error) {
    throw error instanceof Error && /maximum iterations/i.test(error.message) ? elsewhere() : error
  }
  if (found.length === 0) throw wrong('rrule', 'The rule ends before the first date')
  return found
}

/** The last local time allowed by UNTIL. A date without a time includes the whole day. */
function lastOf(parts: RuleParts, zone: string): Temporal.PlainDateTime | undefined {
  const until = parts.get('UNTIL')
  if (until === undefined) return undefined
  try {
    if (until.endsWith('Z')) return Temporal.Instant.from(until).toZonedDateTimeISO(zone).toPlainDateTime()
    if (until.length > 8) return Temporal.PlainDateTime.from(until)
    return Temporal.PlainDate.from(until).toPlainDateTime('23:59:59')
  } catch (error) {
    if (error instanceof RangeError) throw wrong('rrule', `[UNTIL=${until}] is not a valid date`)
    throw error
  }
}

function instantOf(wall: Temporal.PlainDateTime, zone: string): string | undefined {
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  // A skipped local time is shifted by the conversion.
  if (!earlier.toPlainDateTime().equals(wall)) return undefined
  return earlier.toInstant().toString({ smallestUnit: 'millisecond' })
}

const elsewhere = (wall?: Temporal.PlainDateTime) =>
  wrong(
    'starts_at',
    wall ? `The first date of the rule is ${wall.toPlainDate().toString()}` : 'The rule matches no date',
  )

const wrong = (field: string, message: string) =>
  invalid_values([{ pointer: `/${field}`, message, keyword: field === 'rrule' ? 'rrule' : 'rrule_start' }])

const LIST = (item: string) => new RegExp(`^${item}(,${item})*$`)

const DAY = '(MO|TU|WE|TH|FR|SA|SU)'

/** The parts allowed in the rule of a series. Times are not allowed, because every date has the local time of the first. */
const PARTS: ReadonlyMap<string, RegExp> = new Map([
  ['FREQ', /^(DAILY|WEEKLY|MONTHLY)$/],
  ['INTERVAL', /^[1-9]\d?$/],
  ['COUNT', /^[1-9]\d{0,8}$/],
  ['UNTIL', /^\d{8}(T\d{6}Z?)?$/],
  ['BYDAY', LIST(`(-?[1-5])?${DAY}`)],
  ['BYMONTHDAY', LIST('-?([1-9]|[12]\\d|3[01])')],
  ['BYSETPOS', LIST('-?[1-9]\\d?')],
  ['WKST', new RegExp(`^${DAY}$`)],
])

/** The parts of a recurrence rule. */
type RuleParts = ReadonlyMap<string, string>

/**
 * Parses the rule of a series (RFC 5545 section 3.3.10): daily, weekly or monthly, with an end given by COUNT or UNTIL.
 * @returns its parts, or a message that describes the problem
 */
function seriesRule(text: string): RuleParts | string {
  const prefix = prefixMessage(text)
  if (prefix !== undefined) return prefix
  const parts = new Map<string, string>()
  for (const part of text.split(';')) {
    const [name = '', value = ''] = part.split('=', 2)
    if (PARTS.get(name)?.test(value) !== true) return `[${part}] is not supported. Example: FREQ=WEEKLY;COUNT=10`
    if (parts.has(name)) return `[${name}] occurs twice`
    parts.set(name, value)
  }
  if (!parts.has('FREQ')) return 'FREQ is missing. Example: FREQ=WEEKLY;COUNT=10'
  if (!parts.has('COUNT') && !parts.has('UNTIL'))
    return 'A series needs an end: a number of dates (COUNT) or a last day (UNTIL)'
  if (parts.has('COUNT') && parts.has('UNTIL'))
    return 'A series has one end: a number of dates (COUNT) or a last day (UNTIL), but not both'
  if (Number(parts.get('COUNT') ?? 0) > MOST_DATES) return `${TOO_MANY}, not ${parts.get('COUNT')}`
  return parts
}
