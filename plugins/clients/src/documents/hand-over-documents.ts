import type { Knex } from '@atrium/sdk'
import { changeDocuments, settleRevisions } from './document-table.ts'

interface Row {
  readonly id: number
  readonly type_id: number
  revision: number
}

/** Gives a client the documents of another; of each type they are numbered anew in the order in which they came. */
export async function handOverDocuments(db: Knex, { from, to }: { from: number; to: number }): Promise<void> {
  const moved = await changeDocuments(db, { client_id: to }, (which) => which.where({ client_id: from }))
  if (moved === 0) return
  const rows = await db('clients_documents')
    .where({ client_id: to })
    .orderBy(['created_at', 'id'])
    .select<Row[]>('id', 'type_id', 'revision')
  const counts = new Map<number, number>()
  for (const { id, type_id, revision } of rows) {
    const next = (counts.get(type_id) ?? 0) + 1
    counts.set(type_id, next)
    if (next !== revision) await changeDocuments(db, { revision: next }, (which) => which.where({ id }))
  }
  for (const type_id of counts.keys()) await settleRevisions(db, { client_id: to, type_id })
}
