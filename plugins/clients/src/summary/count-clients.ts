import { type Knex, scoped_rows } from '@atrium/sdk'
import { Client } from '../clients/client.ts'
import { DocumentType } from '../documents/document-types.ts'
import { StoredDocument } from '../documents/document.ts'
import type { Period } from './period.ts'

/** What happened in a period, and the state at its end. */
export interface Figures {
  readonly new_clients: number
  readonly archived_clients: number
  /** The clients at the end of the period, without archived ones. */
  readonly clients: number
  /** How many of them lack a required document that is valid on the last day. */
  readonly missing_documents: number
}

interface Row {
  readonly happened: 'created_at' | 'archived_at'
  /** The number of the part. */
  readonly at: number
  readonly total: number | string
}

/** Counts the clients that the present caller may see. Each figure is read from an index. */
export async function countClients(db: Knex, { begin, end, to }: Period): Promise<Figures> {
  const [from, until] = [begin.toISOString(), end.toISOString()]
  const [created, archived, clients, missing] = await Promise.all([
    count(visible(db).where('created_at', '>=', from).where('created_at', '<', until)),
    count(visible(db).where('archived_at', '>=', from).where('archived_at', '<', until)),
    count(presentAt(visible(db), until)),
    countMissing(db, { until, to }),
  ])
  return { new_clients: created, archived_clients: archived, clients, missing_documents: missing }
}

/**
 * Counts new and archived clients in each part of a period, with one statement: each client that the caller may see is read once,
 * regardless of the number of parts. The parts follow each other without gaps.
 */
export async function countByPart(
  db: Knex,
  parts: readonly Period[],
): Promise<{ new_clients: number; archived_clients: number }[]> {
  const [first, last] = [parts.at(0), parts.at(-1)]
  if (first === undefined || last === undefined) return []
  const grouped = (['created_at', 'archived_at'] as const).map((column) =>
    visible(db)
      .where(column, '>=', first.begin.toISOString())
      .where(column, '<', last.end.toISOString())
      .groupBy('at')
      .select(db.raw(`? as ??`, [column, 'happened']), partOf(column, { parts, db }).wrap('', ' as "at"'))
      .count({ total: '*' }),
  )
  const rows = (await db.unionAll(grouped)) as Row[]
  const counts = parts.map(() => ({ new_clients: 0, archived_clients: 0 }))
  for (const { happened, at, total } of rows) {
    const count = counts[at]
    if (count) count[happened === 'created_at' ? 'new_clients' : 'archived_clients'] = Number(total)
  }
  return counts
}

interface Parts {
  readonly parts: readonly Period[]
  readonly db: Knex
  /** The number of the first of the parts. Default: 0. */
  readonly at?: number
}

/** The number of the part that a time belongs to, found by binary search. */
function partOf(column: string, { parts, db, at = 0 }: Parts): Knex.Raw {
  if (parts.length < 2) return db.raw(String(at))
  const half = parts.length >> 1
  const earlier = partOf(column, { parts: parts.slice(0, half), db, at })
  const later = partOf(column, { parts: parts.slice(half), db, at: at + half })
  const boundary = parts[half]?.begin.toISOString() ?? ''
  return db.raw('case when ?? < ? then ? else ? end', [column, boundary, earlier, later])
}

/** The clients that the caller may see. Those whose creation was taken back are as if they had never been there. */
const visible = (db: Knex) =>
  scoped_rows(db, 'clients_clients', Client).where(
    (kept) => void kept.whereNull('archive_reason').orWhereNot('archive_reason', 'undone'),
  )

async function count(query: Knex.QueryBuilder): Promise<number> {
  const counted: { total: number | string }[] = await query.count({ total: '*' })
  return Number(counted[0]?.total)
}

const presentAt = (query: Knex.QueryBuilder, until: string) =>
  query
    .where('clients_clients.created_at', '<', until)
    .where((still) => void still.whereNull('archived_at').orWhere('archived_at', '>=', until))

interface Day {
  readonly until: string
  readonly to: string
}

/** Counts the clients that lacked a required document on that day, by the types and documents that the caller sees. */
async function countMissing(db: Knex, day: Day): Promise<number> {
  const required = await scoped_rows(db, 'clients_document_types', DocumentType)
    .whereNot({ required_for: 'none' })
    .where('created_at', '<', day.until)
    .select<Pick<DocumentType, 'id' | 'required_for'>[]>('id', 'required_for')
  const incomplete = (['person', 'company'] as const).map(async (kind) => {
    const types = required.filter(({ required_for }) => required_for === kind || required_for === 'both')
    if (types.length === 0) return 0
    const ids = types.map(({ id }) => id)
    const complete = withAll(db, ids, day)
    return count(presentAt(visible(db), day.until).where({ kind }).whereNotIn('clients_clients.id', complete))
  })
  const counts = await Promise.all(incomplete)
  return counts.reduce((sum, each) => sum + each, 0)
}

/**
 * Selects the clients that had a valid document of each of these types. Grouping the documents is cheaper than looking up each type for
 * each client.
 */
const withAll = (db: Knex, types: readonly number[], { until, to }: Day): Knex.QueryBuilder =>
  scoped_rows(db, 'clients_documents', StoredDocument)
    .whereIn('type_id', types)
    .where('created_at', '<', until)
    .where((valid) => void valid.whereNull('expires_on').orWhere('expires_on', '>=', to))
    .groupBy('client_id')
    .havingRaw('count(distinct type_id) = ?', [types.length])
    .select('client_id')
