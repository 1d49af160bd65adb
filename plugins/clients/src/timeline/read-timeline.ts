import type { Knex } from '@atrium/sdk'
import type { TimelineEntry } from './timeline.ts'

interface Row {
  readonly id: number
  readonly kind: TimelineEntry['kind']
  readonly at: string | Date
  readonly details: string
  readonly caller_id: string | null
  readonly caller_name: string | null
}

/** What happened to a client, and to those that became part of it; the latest first. */
export async function readTimeline(db: Knex, id: number, { limit }: { limit: number }): Promise<TimelineEntry[]> {
  const merged = await db('clients_clients').where({ merged_into: id }).pluck<number[]>('id')
  const rows = await db('clients_timeline')
    .whereIn('client_id', [id, ...merged])
    .orderBy('id', 'desc')
    .limit(limit)
    .select<Row[]>('id', 'kind', 'at', 'details', 'caller_id', 'caller_name')
  return rows.map(({ caller_id, caller_name, details, at, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    details: JSON.parse(details) as TimelineEntry['details'],
    ...(caller_id !== null && { caller_id }),
    ...(caller_name !== null && { caller_name }),
  }))
}
