import type { Database } from '../../base/db/index.ts'
import { type Attributes, createGrant } from './grants.ts'

/** What people must hold to be meant. */
export interface Sought {
  readonly permission: string
  /** Ids of roles: only holders of one of them. */
  readonly roles?: readonly string[]
  /** Only people to whom each of these values is assigned. */
  readonly attributes?: Readonly<Record<string, string | number>>
}

interface PersonRow {
  readonly id: string
  readonly permissions: string
  readonly attributes: string
}

/**
 * The ids of the people who hold a permission, through a role or by themselves. Disabled people and service accounts are left out. Reads in
 * the present transaction.
 */
export async function peopleWith(
  { permission, roles, attributes = {} }: Sought,
  database: Database,
): Promise<string[]> {
  const db = database.context
  const known: { id: string; permissions: string }[] = await db('platform_roles').select('id', 'permissions')
  const granting = known.filter((role) => grants(role, permission)).map(({ id }) => id)
  const holders = db('platform_user_roles').whereIn('role_id', granting).select('user_id')
  const people: PersonRow[] = await db('platform_users')
    .where({ kind: 'person' })
    .whereNull('disabled_at')
    .where((any) => void any.whereIn('id', holders).orWhereNot('permissions', '[]'))
    .modify((query) => {
      const among = db('platform_user_roles').whereIn('role_id', [...(roles ?? [])])
      if (roles) query.whereIn('id', among.select('user_id'))
    })
    .orderBy('id')
    .select('id', 'permissions', 'attributes')
  const throughRoles = new Set<string>(await holders.clone().pluck('user_id'))
  return people
    .filter((person) => throughRoles.has(person.id) || grants(person, permission))
    .filter((person) => hasValues(person, attributes))
    .map(({ id }) => id)
}

const grants = ({ permissions }: { readonly permissions: string }, permission: string) =>
  createGrant(JSON.parse(permissions) as string[])(permission)

function hasValues({ attributes }: PersonRow, sought: NonNullable<Sought['attributes']>): boolean {
  const own = JSON.parse(attributes) as Attributes
  return Object.entries(sought).every(([field, value]) => own[field]?.includes(String(value)) === true)
}

/** The ids among these that belong to people who may sign in. */
export function peopleAmong(ids: readonly string[], { context }: Database): Promise<string[]> {
  return context('platform_users')
    .whereIn('id', [...ids])
    .where({ kind: 'person' })
    .whereNull('disabled_at')
    .orderBy('id')
    .pluck('id')
}
