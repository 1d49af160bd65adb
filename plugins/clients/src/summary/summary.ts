import { type Knex, type Static, Type } from '@atrium/sdk'
import type { Calendar } from '../calendar.ts'
import { countByPart, countClients } from './count-clients.ts'
import { partsOf, periodBefore, periodOf } from './period.ts'

const date = { format: 'date' } as const

/** The query of `GET /clients/summary`. */
export const SummaryQuery = Type.Object({
  from: Type.Optional(Type.String({ ...date, description: 'The first day. Default: 29 days before the last day.' })),
  to: Type.Optional(
    Type.String({ ...date, description: 'The last day, included. Default: today, or 29 days after the first day.' }),
  ),
  interval: Type.Optional(Type.Enum(['day', 'week'], { description: 'Default: day, or week for more than 92 days' })),
})

const FIGURES = {
  new_clients: Type.Integer(),
  archived_clients: Type.Integer(),
  clients: Type.Integer({ description: 'At the end of the period' }),
  missing_documents: Type.Integer({
    description: 'Clients with a required document that is missing or has expired, at the end of the period',
  }),
}

/** The figures of a period, beside those of the period before. */
export const Summary = Type.Object({
  from: Type.String(date),
  to: Type.String(date),
  zone: Type.String({ description: 'The time zone of the days' }),
  ...FIGURES,
  previous: Type.Object(
    { from: Type.String(date), to: Type.String(date), ...FIGURES },
    { description: 'The period of the same length before this one' },
  ),
  interval: Type.Enum(['day', 'week']),
  series: Type.Array(
    Type.Object({ date: Type.String(date), new_clients: Type.Integer(), archived_clients: Type.Integer() }),
  ),
})
export type Summary = Static<typeof Summary>

/** A longer period is split into weeks by default. */
const MOST_DAYS = 92

/** Counts the clients of a period and of the period before it. Only clients that the present caller may see are counted. */
export async function summarize(db: Knex, query: Static<typeof SummaryQuery>, calendar: Calendar): Promise<Summary> {
  const period = periodOf(query, calendar)
  const before = periodBefore(period, calendar)
  const days = partsOf(period, calendar, 'day')
  const interval = query.interval ?? (days.length > MOST_DAYS ? 'week' : 'day')
  const parts = interval === 'day' ? days : partsOf(period, calendar, 'week')
  const [figures, previous, counts] = await Promise.all([
    countClients(db, period),
    countClients(db, before),
    countByPart(db, parts),
  ])
  return {
    from: period.from,
    to: period.to,
    zone: calendar.zone,
    ...figures,
    previous: { from: before.from, to: before.to, ...previous },
    interval,
    series: parts.map(({ from }, at) => ({ date: from, new_clients: 0, archived_clients: 0, ...counts[at] })),
  }
}
