import { insert_rows, type Knex } from '@atrium/sdk'
import { nameKeys } from './alike-names.ts'
import type { Client } from './client.ts'
import { numbersAlike } from './contacts.ts'

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

/** A key of another client, and the own one that is like it: a phone number may be that of another country. */
export interface SharedKey extends ClientKey {
  readonly own: string
}

/** The other clients that share a key with this one: client id → shared keys, contacts first. Reads the index only. */
export async function sharedKeys(
  db: Knex,
  client: Recognizable & Pick<Client, 'id'>,
): Promise<Map<number, SharedKey[]>> {
  const keys = keysOf(client)
  const shared = new Map<number, SharedKey[]>()
  for (const kind of ['email', 'phone', 'name'] as const) {
    const owns = await keysLike(keys.filter((key) => key.kind === kind))
    const rows = owns.size === 0 ? [] : await holders(db, { kind, values: [...owns.keys()], except: client.id })
    for (const { client_id, value } of rows)
      shared.set(client_id, [...(shared.get(client_id) ?? []), { kind, value, own: owns.get(value) ?? value }])
  }
  return shared
}

/** The values of keys that are like these, each with the one that it is like. */
async function keysLike(keys: readonly ClientKey[]): Promise<Map<string, string>> {
  const alike = new Map<string, string>()
  for (const { kind, value } of keys)
    for (const each of kind === 'phone' ? await numbersAlike(value) : [value]) alike.set(each, value)
  return new Map([...alike, ...keys.map(({ value }) => [value, value] as const)])
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
