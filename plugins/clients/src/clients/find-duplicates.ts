import { type Knex, scoped_rows, type Static, Type } from '@atrium/sdk'
import { isAlike } from './alike-names.ts'
import { type SharedKey, sharedKeys } from './client-keys.ts'
import { Client } from './client.ts'

/** A client that may be the same as another, and the reasons. */
export const Duplicate = Type.Object({
  id: Type.Integer(),
  display_name: Type.String(),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  reasons: Type.Array(Type.Enum(['same_email', 'same_phone', 'alike_name']), { minItems: 1 }),
})
export type Duplicate = Static<typeof Duplicate>

/** The most duplicates returned. */
const MOST_DUPLICATES = 20

/** The columns that the comparison needs. Columns hidden from the caller are null. */
interface Known extends Record<'display_name' | 'email' | 'phone' | 'contact_points', string | null> {
  readonly id: number
  readonly kind: Client['kind'] | null
}

/**
 * The possible duplicates of a client that the caller may see, those with the most reasons first. A reason counts only if the caller sees
 * it in both clients. Otherwise somebody could find the owner of a phone number by trying.
 */
export async function findDuplicates(db: Knex, client: Client): Promise<Duplicate[]> {
  const shared = await sharedKeys(db, client)
  const seen = await seenClients(db, [client.id, ...shared.keys()])
  const own = seen.find(({ id }) => id === client.id)
  return own === undefined ? [] : compared(own, seen, shared)
}

/** The possible duplicates of a client that is being entered, among those that the caller may see. */
export async function findSimilar(db: Knex, entered: EnteredClient): Promise<Duplicate[]> {
  const own: Known = { id: NEW, email: null, phone: null, ...entered, contact_points: null }
  const shared = await sharedKeys(db, { ...entered, id: NEW, contact_points: [] })
  return compared(own, await seenClients(db, [...shared.keys()]), shared)
}

/** A client that is being entered, with its contacts as they would be stored. A phone number that is not valid is as it was typed. */
export type EnteredClient = Pick<Client, 'kind' | 'display_name' | 'email' | 'phone'>

/** No stored client has this id. */
const NEW = 0

const seenClients = async (db: Knex, ids: readonly number[]): Promise<Known[]> =>
  ids.length === 0
    ? []
    : scoped_rows(db, 'clients_clients', Client)
        .whereIn('id', ids)
        .select<Known[]>('id', 'kind', 'display_name', 'email', 'phone', 'contact_points')

function compared(own: Known, seen: readonly Known[], shared: ReadonlyMap<number, readonly SharedKey[]>): Duplicate[] {
  return seen
    .filter((other) => other !== own)
    .map((other) => toDuplicate(other, reasonsOf(own, other, shared.get(other.id) ?? [])))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((one, other) => other.reasons.length - one.reasons.length || one.id - other.id)
    .slice(0, MOST_DUPLICATES)
}

function reasonsOf(own: Known, other: Known, keys: readonly SharedKey[]): Duplicate['reasons'] {
  const [contacts, others] = [contactsOf(own), contactsOf(other)]
  const has = (kind: SharedKey['kind']) =>
    keys.some((key) => key.kind === kind && contacts.includes(key.own) && others.includes(key.value))
  const isNameShared = keys.some(({ kind }) => kind === 'name') && own.kind === other.kind
  const alike = isNameShared && isAlike(own.display_name ?? '', other.display_name ?? '')
  return [
    ...(has('email') ? (['same_email'] as const) : []),
    ...(has('phone') ? (['same_phone'] as const) : []),
    ...(alike ? (['alike_name'] as const) : []),
  ]
}

/** The e-mail addresses and phone numbers of a client. */
function contactsOf({ email, phone, contact_points }: Known): readonly (string | null)[] {
  const points = JSON.parse(contact_points ?? '[]') as Client['contact_points']
  return [email, phone, ...points.map(({ value }) => value)]
}

const toDuplicate = ({ id, display_name, email, phone }: Known, reasons: Duplicate['reasons']): Duplicate => ({
  id,
  display_name: display_name ?? '',
  ...(email !== null && { email }),
  ...(phone !== null && { phone }),
  reasons,
})
