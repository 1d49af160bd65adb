import { insert_rows, type Knex } from '@atrium/sdk'
import type { Client } from './client.ts'
import { nameKeys } from './alike-names.ts'

const TABLE = 'clients_keys'

/** The most keys of a kind that are looked at: a name that half the town has says nothing. */
const MOST = 200

/** One thing a client is recognized by. */
export interface ClientKey {
  readonly kind: 'email' | 'phone' | 'name'
  readonly value: string
}

/** Everything that a client is recognized by: all its addresses and numbers, and its name. */
export function keysOf({ email, phone, contact_points, display_name }: Client): ClientKey[] {
  const points = contact_points.filter(({ kind }) => kind === 'email' || kind === 'phone') as ClientKey[]
  const keys: ClientKey[] = [
    ...(email === undefined ? [] : [{ kind: 'email', value: email } as const]),
    ...(phone === undefined ? [] : [{ kind: 'phone', value: phone } as const]),
    ...points.map(({ kind, value }) => ({ kind, value })),
    ...nameKeys(display_name).map((value) => ({ kind: 'name', value }) as const),
  ]
  return [...new Map(keys.map((key) => [`${key.kind} ${key.value}`, key])).values()]
}

/** Writes down what a client is recognized by now; of an archived one nothing. */
export async function writeKeys(db: Knex, client: Client): Promise<void> {
  await db(TABLE).where({ client_id: client.id }).delete()
  await addKeys(db, [client])
}

/** Writes down what clients are recognized by that nothing is written down of yet. */
export async function addKeys(db: Knex, clients: readonly Client[]): Promise<void> {
  const active = clients.filter(({ archived }) => !archived)
  const rows = active.flatMap((client) => keysOf(client).map((key) => ({ client_id: client.id, ...key })))
  await insert_rows(db, TABLE, rows)
}

/** The other clients that have a key in common with this one, with those keys; asked of an index, contacts first. */
export async function sharedKeys(db: Knex, client: Client): Promise<Map<number, ClientKey[]>> {
  const keys = keysOf(client)
  const shared = new Map<number, ClientKey[]>()
  for (const kind of ['email', 'phone', 'name'] as const) {
    const values = keys.filter((key) => key.kind === kind).map(({ value }) => value)
    const rows = values.length === 0 ? [] : await holders(db, { kind, values, except: client.id })
    for (const { client_id, value } of rows) shared.set(client_id, [...(shared.get(client_id) ?? []), { kind, value }])
  }
  return shared
}

function holders(
  db: Knex,
  { kind, values, except }: { kind: ClientKey['kind']; values: readonly string[]; except: number },
): Promise<{ client_id: number; value: string }[]> {
  return db(TABLE)
    .where({ kind })
    .whereIn('value', values)
    .whereNot({ client_id: except })
    .limit(MOST)
    .select<{ client_id: number; value: string }[]>('client_id', 'value')
}
