import { type InvalidValue, invalid_values, type Knex } from '@atrium/sdk'
import { hoursOverlap } from './hours-overlap.ts'
import { lockSpecialists } from './lock-specialists.ts'
import type { WeeklyHours } from './weekly-hours.ts'
import { weeklyRule } from './weekly-rule.ts'

/** @throws ApiError 422 for a rule that is not weekly, hours that end before they begin, or that overlap with others */
export async function checkWeeklyHours(db: Knex, hours: WeeklyHours): Promise<void> {
  const wrong = wrongIn(hours)
  if (wrong.length > 0) throw invalid_values(wrong)
  await lockSpecialists(db, [hours.specialist_id])
  const rows = (await db('booking_hours').where({ specialist_id: hours.specialist_id })) as WeeklyHours[]
  const overlapping = rows.find((row) => row.id !== hours.id && hoursOverlap(row, hours))
  if (overlapping === undefined) return
  const message = `Overlaps with ${overlapping.opens} to ${overlapping.closes} of [${overlapping.rrule}]`
  throw invalid_values([{ pointer: '/opens', message, keyword: 'overlap' }])
}

function wrongIn({ rrule, opens, closes, starts_on, ends_on }: WeeklyHours): InvalidValue[] {
  const wrong: InvalidValue[] = []
  if (weeklyRule(rrule) === undefined)
    wrong.push({ pointer: '/rrule', message: 'Write a weekly rule, as FREQ=WEEKLY;BYDAY=MO,TU', keyword: 'rrule' })
  if (closes <= opens) wrong.push({ pointer: '/closes', message: `Must be later than ${opens}`, keyword: 'order' })
  if (ends_on !== undefined && ends_on < starts_on)
    wrong.push({ pointer: '/ends_on', message: `Must not be before ${starts_on}`, keyword: 'order' })
  return wrong
}
