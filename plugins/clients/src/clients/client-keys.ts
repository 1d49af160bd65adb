import { insert_rows, type Knex } from '@atrium/sdk'
import { nameKeys } from './alike-names.ts'
import type { Client } from './client.ts'

const TABLE = 'clients_keys'

/** The most matches read per kind of key. A key shared by more clients, such as a common name, identifies nobody. */
const MOST_MATCHES = 200

/** Something by which the same client can be recognized. The table `clients_keys` is an index of them. */
export interface ClientKey {
  readonly kind: 'email' | 'phone' | 'name'
  readonly value: string
}

/** The fields of a client that identify it. */
type Recognizable = Pick<Client, 'email' | 'phone' | 'contact_points' | 'display_name'>

/** All keys of a client: its e-mail addresses, its phone numbers and the keys of its name. */
export function keysOf({ email, phone, contact_points, display_name }: Recognizable): ClientKey[] {
  const points = contact_points.filter(({ kind }) => kind === 'email' || kind === 'phone') as ClientKey[]
  const keys: ClientKey[] = [
    ...(email === undefined ? [] : [{ kind: 'email', value: email } as const]),
    ...(phone === undefined ? [] : [{ kind: 'phone', value: phone } as const]),
    ...points.map(({ kind, value }) => ({ kind, value })),
    ...nameKeys(display_name).map((value) => ({ kind: 'name', value }) as const),
  ]
  return [...new Map(keys.map((key) => [`${key.kind} ${key.value}`, key])).values()]
}

/** Replaces the stored keys of a client. An archived client has none. */
export async function writeKeys(db: Knex, client: Client): Promise<void> {
  await db(TABLE).where({ client_id: client.id }).delete()
  await addKeys(db, [client])
}

/** Stores the keys of clients that have none stored yet. */
export async function addKeys(db: Knex, clients: readonly Client[]): Promise<void> {
  const active = clients.filter(({ archived }) => !archived)
  const rows = active.flatMap((client) => keysOf(client).map((key) => ({ client_id: client.id, ...key })))
  await insert_rows(db, TABLE, rows)
}

/** The other clients that share a key with this one: client id → shared keys, contacts first. Reads the index only. */
export async function sharedKeys(
  db: Knex,
  client: Recognizable & Pick<Client, 'id'>,
): Promise<Map<number, ClientKey[]>> {
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
    .limit(MOST_MATCHES)
    .select<{ client_id: number; value: string }[]>('client_id', 'value')
}
