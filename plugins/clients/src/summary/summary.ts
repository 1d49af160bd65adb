import { type Knex, type Static, Type } from '@atrium/sdk'
import type { Calendar } from '../calendar.ts'
import { countByPart, countClients } from './count-clients.ts'
import { partsOf, periodBefore, periodOf } from './period.ts'

const date = { format: 'date' } as const

export const SummaryQuery = Type.Object({
  from: Type.Optional(Type.String({ ...date, description: 'The first day. Default: 30 days with the last one.' })),
  to: Type.Optional(Type.String({ ...date, description: 'The last day, included. Default today.' })),
  interval: Type.Optional(Type.Enum(['day', 'week'], { description: 'Default: day, week for more than 92 days' })),
})

const FIGURES = {
  new_clients: Type.Integer(),
  archived_clients: Type.Integer(),
  clients: Type.Integer({ description: 'At the end of the period' }),
  missing_documents: Type.Integer({
    description: 'Clients whom something is asked of that is not there or has expired',
  }),
}

export const Summary = Type.Object({
  from: Type.String(date),
  to: Type.String(date),
  zone: Type.String({ description: 'Whose days these are' }),
  ...FIGURES,
  previous: Type.Object(
    { from: Type.String(date), to: Type.String(date), ...FIGURES },
    { description: 'The days before, as many' },
  ),
  interval: Type.Enum(['day', 'week']),
  series: Type.Array(
    Type.Object({ date: Type.String(date), new_clients: Type.Integer(), archived_clients: Type.Integer() }),
  ),
})
export type Summary = Static<typeof Summary>

/** More points than these are no curve any more. */
const MOST_DAYS = 92

/** How the practice does, against the period before. Counts what the present caller may see. */
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
