import type { Knex, Static } from '@atrium/sdk'
import { insert_rows, present_caller, Type } from '@atrium/sdk'

const TABLE = 'clients_timeline'

/** Something that happened to a client. Which fields changed is told, never from what to what. */
export const TimelineEntry = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['created', 'changed', 'archived', 'restored', 'merged', 'document_added', 'document_removed']),
  at: Type.String({ format: 'date-time' }),
  caller_id: Type.Optional(Type.String()),
  caller_name: Type.Optional(Type.String()),
  details: Type.Record(Type.String(), Type.Unknown()),
})
export type TimelineEntry = Static<typeof TimelineEntry>

/** Writes down what happened to a client, or the same to each of many, and who did it, in the transaction in which it happens. */
export async function addToTimeline(
  db: Knex,
  clients: number | readonly number[],
  { kind, details = {} }: { kind: TimelineEntry['kind']; details?: TimelineEntry['details'] },
): Promise<void> {
  const caller = present_caller()
  const by = { caller_id: caller?.id ?? null, caller_name: caller?.name ?? null }
  const entry = { kind, details: JSON.stringify(details), ...by, at: new Date().toISOString() }
  const ids = typeof clients === 'number' ? [clients] : clients
  await insert_rows(
    db,
    TABLE,
    ids.map((client_id) => ({ client_id, ...entry })),
  )
}

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
