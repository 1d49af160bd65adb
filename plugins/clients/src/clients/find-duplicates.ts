import { type Knex, scoped_rows, type Static, Type } from '@atrium/sdk'
import { isAlike } from './alike-names.ts'
import { type ClientKey, sharedKeys } from './client-keys.ts'
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

/** The columns that the comparison needs. */
type Known = Pick<Client, 'id' | 'kind' | 'display_name'> & Record<'email' | 'phone', string | null>

/** The possible duplicates of a client that the caller may see, those with the most reasons first. */
export async function findDuplicates(db: Knex, client: Client): Promise<Duplicate[]> {
  const shared = await sharedKeys(db, client)
  if (shared.size === 0) return []
  const others = await scoped_rows(db, 'clients_clients', Client)
    .whereIn('id', [...shared.keys()])
    .select<Known[]>('id', 'kind', 'display_name', 'email', 'phone')
  return others
    .map((other) => toDuplicate(other, reasonsOf(client, other, shared.get(other.id) ?? [])))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((one, other) => other.reasons.length - one.reasons.length || one.id - other.id)
    .slice(0, MOST_DUPLICATES)
}

function reasonsOf(client: Client, other: Known, keys: readonly ClientKey[]): Duplicate['reasons'] {
  const has = (kind: ClientKey['kind']) => keys.some((key) => key.kind === kind)
  const alike = has('name') && client.kind === other.kind && isAlike(client.display_name, other.display_name)
  return [
    ...(has('email') ? (['same_email'] as const) : []),
    ...(has('phone') ? (['same_phone'] as const) : []),
    ...(alike ? (['alike_name'] as const) : []),
  ]
}

const toDuplicate = ({ id, display_name, email, phone }: Known, reasons: Duplicate['reasons']): Duplicate => ({
  id,
  display_name,
  ...(email !== null && { email }),
  ...(phone !== null && { phone }),
  reasons,
})
