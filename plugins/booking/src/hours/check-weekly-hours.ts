import { invalid_values, type InvalidValue, type Knex, scoped_rows } from '@atrium/sdk'
import { lockSpecialists } from '../catalog/bookable.ts'
import { WEEK } from '../time/span.ts'
import { WeeklyHours } from './hours-records.ts'
import { DAYS, unsupportedPart, weeklyRule } from './weekly-rule.ts'

/** @throws ApiError 422 for a rule that is not weekly, for hours that end before they start, or that overlap others */
export async function checkWeeklyHours(db: Knex, hours: WeeklyHours): Promise<void> {
  const wrong = wrongIn(hours)
  if (wrong.length > 0) throw invalid_values(wrong)
  await lockSpecialists(db, [hours.specialist_id])
  const rows = (await db('booking_hours').where({ specialist_id: hours.specialist_id })) as WeeklyHours[]
  const overlapping = rows.find((row) => row.id !== hours.id && hoursOverlap(row, hours))
  if (overlapping === undefined) return
  const message = `Overlaps with ${await nameOf(db, overlapping, { meeting: hours })}`
  throw invalid_values([{ pointer: '/opens', message, keyword: 'overlap' }])
}

/** Names weekly hours by the fields that the caller sees: their times, and the first day that both have. */
async function nameOf(db: Knex, { id }: WeeklyHours, { meeting }: { meeting: WeeklyHours }): Promise<string> {
  const [seen] = await scoped_rows(db, 'booking_hours', WeeklyHours)
    .where({ id })
    .whereNotNull('opens')
    .whereNotNull('closes')
    .whereNotNull('rrule')
    .select<WeeklyHours[]>('opens', 'closes', 'rrule')
  if (seen === undefined) return 'other hours of the specialist'
  const [first, second] = sharedDays(seen, meeting)
  return `${seen.opens} to ${seen.closes} on ${nameOfDay(first)}${second === undefined ? '' : ' and other days'}`
}

/** The days of the week that both have, from Monday on. */
function sharedDays(one: Pick<Hours, 'rrule'>, other: Pick<Hours, 'rrule'>): string[] {
  const [days = [], others = []] = [one, other].map(({ rrule }) => weeklyRule(rrule)?.days)
  return DAYS.filter((day) => days.includes(day) && others.includes(day))
}

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const nameOfDay = (day = '') => NAMES[DAYS.indexOf(day)] ?? day

function wrongIn({ rrule, opens, closes, starts_on, ends_on }: WeeklyHours): InvalidValue[] {
  const wrong: InvalidValue[] = []
  if (weeklyRule(rrule) === undefined)
    wrong.push({
      pointer: '/rrule',
      message:
        unsupportedPart(rrule) ?? 'Choose at least one day of the week. Only weekly rules without an end are allowed',
      keyword: 'rrule',
    })
  if (closes <= opens) wrong.push({ pointer: '/closes', message: `Must be later than ${opens}`, keyword: 'order' })
  if (ends_on !== undefined && ends_on < starts_on)
    wrong.push({ pointer: '/ends_on', message: `Must not be before ${starts_on}`, keyword: 'order' })
  return wrong
}

type Hours = Omit<WeeklyHours, 'id' | 'specialist_id' | 'created_at'>

/** Whether two weekly hours ever overlap. */
function hoursOverlap(one: Hours, other: Hours): boolean {
  const [rule, otherRule] = [weeklyRule(one.rrule), weeklyRule(other.rrule)]
  if (rule === undefined || otherRule === undefined) return false
  const meetAtTimes = one.opens < other.closes && other.opens < one.closes
  const meetOnDays = sharedDays(one, other).length > 0
  return meetAtTimes && meetOnDays && lastOf(one) >= other.starts_on && lastOf(other) >= one.starts_on && meetInWeeks()

  /** Every second and every third week coincide at some point; even and odd weeks never do. */
  function meetInWeeks() {
    const apart = weekOf(one.starts_on) - weekOf(other.starts_on)
    return apart % greatestCommonDivisor(rule?.interval ?? 1, otherRule?.interval ?? 1) === 0
  }
}

const lastOf = ({ ends_on }: Hours) => ends_on ?? '9999-12-31'

/** The number of the week. Weeks start on Monday (RFC 5545, WKST), and 1970-01-05 was a Monday. */
const weekOf = (day: string) => Math.floor((Date.parse(day) - Date.parse('1970-01-05')) / WEEK)

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))
