import { type Knex, scoped_rows, type Static, Type } from '@atrium/sdk'
import type { AgendaQuery } from '../bookings/agenda.ts'
import { Specialist } from '../catalog/catalog-records.ts'
import type { Settings } from '../settings.ts'
import { common, without } from '../time/span.ts'
import { daySpan } from '../time/zone-clock.ts'
import { readOpenTimes } from './read-calendars.ts'

/** A time in which a specialist works. */
export const WorkingTime = Type.Object(
  {
    resource: Type.Integer({ description: 'The id of the specialist' }),
    starts: Type.String({ format: 'date-time' }),
    ends: Type.String({ format: 'date-time' }),
  },
  { title: 'WorkingTime' },
)
export type WorkingTime = Static<typeof WorkingTime>

interface SpecialistRow {
  readonly id: number
  readonly zone: string
  readonly location_id: number
}

/**
 * When the active specialists in reach of the caller work: weekly hours and extra times, without absences and holidays.
 * @throws ApiError 400 for an unknown zone or an invalid range
 */
export async function readWorkingTimes(db: Knex, query: AgendaQuery, settings: Settings): Promise<WorkingTime[]> {
  const { span } = daySpan(query, query.zone ?? settings.zone)
  const specialists = await activeSpecialists(db, query)
  const openOf = await readOpenTimes(db, specialists, span)
  return specialists.flatMap((specialist) => {
    const { stretches, absences } = openOf(specialist)
    return without(stretches, absences)
      .map((open) => common(open, span))
      .filter(({ from, until }) => from < until)
      .map(({ from, until }) => ({
        resource: specialist.id,
        starts: new Date(from).toISOString(),
        ends: new Date(until).toISOString(),
      }))
  })
}

function activeSpecialists(db: Knex, { specialist_id }: AgendaQuery): Promise<SpecialistRow[]> {
  const reached = scoped_rows(db, 'booking_specialists', Specialist).select('id')
  const rows = db('booking_specialists').whereIn('id', reached).where({ active: true })
  if (specialist_id !== undefined) rows.where({ id: specialist_id })
  return rows.orderBy('id').select<SpecialistRow[]>('id', 'zone', 'location_id')
}
