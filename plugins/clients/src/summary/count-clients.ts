import { type Knex, scoped_rows } from '@atrium/sdk'
import { Client } from '../clients/client.ts'
import type { Period } from './period.ts'

/** How a practice stood in a period, and at its end. */
export interface Figures {
  readonly new_clients: number
  readonly archived_clients: number
  /** At the end of the period, archived ones left out. */
  readonly clients: number
  /** Of those, whom something is asked of that is not there or has expired. */
  readonly missing_documents: number
}

interface Row {
  readonly at: number
  readonly created: number | string
  readonly archived: number | string
}

/** Counts what the present caller may see, each figure by an index. */
export async function countClients(db: Knex, { begin, end, to }: Period): Promise<Figures> {
  const [from, until] = [begin.toISOString(), end.toISOString()]
  const [created, archived, clients, missing] = await Promise.all([
    count(visible(db).where('created_at', '>=', from).where('created_at', '<', until)),
    count(visible(db).where('archived_at', '>=', from).where('archived_at', '<', until)),
    count(presentAt(visible(db), until)),
    count(presentAt(visible(db), until).whereExists(missingAt(db, { until, to }))),
  ])
  return { new_clients: created, archived_clients: archived, clients, missing_documents: missing }
}

/** How many came and went in each part, in one statement whose parts are ranges of an index. */
export async function countByPart(
  db: Knex,
  parts: readonly Period[],
): Promise<{ new_clients: number; archived_clients: number }[]> {
  const selects = parts.map(({ begin, end }, at) => {
    const within = (column: string) =>
      visible(db).where(column, '>=', begin.toISOString()).where(column, '<', end.toISOString()).count('*')
    const number = db.raw<Knex.Raw>('cast(? as integer) as ??', [at, 'at'])
    return db.select(number, within('created_at').as('created'), within('archived_at').as('archived'))
  })
  const rows = (await db.unionAll(selects)) as Row[]
  const sorted = rows.sort((one, other) => one.at - other.at)
  return sorted.map(({ created, archived }) => ({ new_clients: Number(created), archived_clients: Number(archived) }))
}

const visible = (db: Knex) => scoped_rows(db, 'clients_clients', Client)

async function count(query: Knex.QueryBuilder): Promise<number> {
  const counted: { total: number | string }[] = await query.count({ total: '*' })
  return Number(counted[0]?.total)
}

const presentAt = (query: Knex.QueryBuilder, until: string) =>
  query
    .where('clients_clients.created_at', '<', until)
    .where((still) => void still.whereNull('archived_at').orWhere('archived_at', '>=', until))

/** A type that was asked for, and of which there was no document that was good on that day. */
function missingAt(db: Knex, { until, to }: { until: string; to: string }): Knex.QueryBuilder {
  const good = db('clients_documents')
    .select('clients_documents.id')
    .whereRaw('?? = ??', ['clients_documents.client_id', 'clients_clients.id'])
    .whereRaw('?? = ??', ['clients_documents.type_id', 'clients_document_types.id'])
    .where('clients_documents.created_at', '<', until)
    .where((valid) => void valid.whereNull('expires_on').orWhere('expires_on', '>=', to))
  return db('clients_document_types')
    .select('clients_document_types.id')
    .where(
      (asked) =>
        void asked.where('required_for', 'both').orWhereRaw('?? = ??', ['required_for', 'clients_clients.kind']),
    )
    .where('clients_document_types.created_at', '<', until)
    .whereNotExists(good)
}
