import { invalid_values, type Knex, table_store } from '@atrium/sdk'
import { requireReferences } from '../catalog/require-references.ts'
import { storedRule } from '../time/rule-text.ts'
import { checkWeeklyHours } from './check-weekly-hours.ts'
import { Exception, Holiday, WeeklyHours } from './hours-records.ts'

/** The tables of working hours. Existing bookings stay when hours change, because clients already know about them. */
export const hoursTables = (db: Knex) => ({
  hours: table_store(db, 'booking_hours', WeeklyHours, {
    sort: ['starts_on', 'opens', 'created_at'],
    filter: ['specialist_id', 'starts_on', 'ends_on'],
    before: async (given, current) => {
      await requireReferences(db, given, current)
      const hours = { ...(given as WeeklyHours), rrule: storedRule((given as WeeklyHours).rrule) }
      await checkWeeklyHours(db, hours)
      return hours
    },
  }),
  exceptions: table_store(db, 'booking_exceptions', Exception, {
    sort: ['starts_at', 'ends_at', 'created_at'],
    filter: ['specialist_id', 'kind', 'starts_at', 'ends_at'],
    search: ['reason'],
    before: async (exception, current) => {
      await requireReferences(db, exception, current)
      return withOrderedTimes(exception)
    },
  }),
  holidays: table_store(db, 'booking_holidays', Holiday, {
    sort: ['day', 'name', 'created_at'],
    filter: ['day', 'location_id'],
    search: ['name'],
    before: async (holiday, current) => {
      await requireReferences(db, holiday, current)
      return holiday
    },
  }),
})

function withOrderedTimes(exception: Partial<Exception>): Partial<Exception> {
  const { starts_at = '', ends_at = '' } = exception
  if (Date.parse(ends_at) > Date.parse(starts_at)) return exception
  throw invalid_values([{ pointer: '/ends_at', message: 'Must be later than the start', keyword: 'order' }])
}
