import { insert_rows, type Knex, present_caller, scoped_rows, type Static, Type } from '@atrium/sdk'

import { Client } from './client.ts'
import { isHiddenSomewhere } from './hidden-fields.ts'

const TABLE = 'clients_timeline'

/** Something that happened to a client. A change lists the names of the fields, never their values. */
export const TimelineEntry = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['created', 'changed', 'archived', 'restored', 'merged', 'document_added', 'document_removed']),
  at: Type.String({ format: 'date-time' }),
  caller_id: Type.Optional(Type.String()),
  caller_name: Type.Optional(Type.String()),
  details: Type.Record(Type.String(), Type.Unknown()),
})
export type TimelineEntry = Static<typeof TimelineEntry>

/** Adds the same entry to the timelines of one or more clients, by the present caller and in the present transaction. */
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

/** The timeline of a client and of the clients merged into it, latest entry first. */
export async function readTimeline(db: Knex, id: number, { limit }: { limit: number }): Promise<TimelineEntry[]> {
  const merged = await scoped_rows(db, 'clients_clients', Client).where({ merged_into: id }).pluck<number[]>('id')
  const rows = await db('clients_timeline')
    .whereIn('client_id', [id, ...merged])
    .orderBy('id', 'desc')
    .limit(limit)
    .select<Row[]>('id', 'kind', 'at', 'details', 'caller_id', 'caller_name')
  return rows.map(({ caller_id, caller_name, details, at, ...row }) => ({
    ...row,
    at: new Date(at).toISOString(),
    details: seenDetails(JSON.parse(details) as TimelineEntry['details']),
    ...(caller_id !== null && { caller_id }),
    ...(caller_name !== null && { caller_name }),
  }))
}

/** Removes the names of fields that the caller's roles hide. */
function seenDetails(details: TimelineEntry['details']): TimelineEntry['details'] {
  const { fields } = details
  if (!Array.isArray(fields)) return details
  return { ...details, fields: (fields as string[]).filter((name) => !isHiddenSomewhere(name)) }
}
