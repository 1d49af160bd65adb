import { type Knex, present_caller, type Static, Type } from '@atrium/sdk'

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

/** Writes down what happened, and who did it, in the transaction in which it happens. */
export async function addToTimeline(
  db: Knex,
  client_id: number,
  { kind, details = {} }: { kind: TimelineEntry['kind']; details?: TimelineEntry['details'] },
): Promise<void> {
  const caller = present_caller()
  const by = { caller_id: caller?.id ?? null, caller_name: caller?.name ?? null }
  const at = new Date().toISOString()
  await db(TABLE).insert({ client_id, kind, details: JSON.stringify(details), ...by, at })
}
