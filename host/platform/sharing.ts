import { ApiError, type Caller, invalid_values, present_caller, Type } from '@atrium/sdk'
import type { Knex } from 'knex'
import { toPrincipal } from '../core/auth/index.ts'
import type { PlatformParts } from './platform-parts.ts'
import { roleReach } from './roles.ts'

/** Everybody who can sign in has their own views, dashboards and favourites. */
export const EVERYBODY = { permission: 'platform.shell.view' }

/** The permission to share views and dashboards, and to change shared ones. */
export const SHARE = 'platform.views.share'

/** The fields that say who has a saved view or a dashboard. */
export const SHARED_FIELDS = {
  audience: Type.Enum(['me', 'role', 'all'], { default: 'me', title: 'For' }),
  role_id: Type.Optional(Type.String({ title: 'Role', description: 'Whose holders have it, if it is for a role' })),
  owner_id: Type.String({
    readOnly: true,
    description: 'Who saved it. If they are deleted, it is deleted too',
  }),
}

/** What is one's own, or shared with a role or with everybody. */
export interface Shared {
  readonly audience: 'me' | 'role' | 'all'
  readonly role_id?: string
  readonly owner_id: string
}

/**
 * The caller's own, those of their roles, and those for everybody. Callers who may share also see all shared ones, to change them.
 */
export function narrowToCaller(query: Knex.QueryBuilder, caller: Caller): void {
  query.where((any) => {
    any.where('owner_id', caller.id).orWhere('audience', 'all')
    if (caller.can(SHARE)) any.orWhere('audience', 'role')
    else any.orWhere((of) => void of.where('audience', 'role').whereIn('role_id', rolesOf(caller)))
  })
}

const rolesOf = (caller: Caller) => toPrincipal(caller).holder.roles.map(({ id }) => id)

/**
 * Gives what is to be saved its owner, and checks with whom it is shared.
 * @throws ApiError 403 if the caller may not save it, or may not change the present one; 422 for an unknown role
 */
export async function preparedSharing<Row extends Shared>(
  record: Partial<Row>,
  { current, db, auth }: { current: Row | undefined; db: Knex } & Pick<PlatformParts, 'auth'>,
): Promise<Partial<Row>> {
  const caller = present_caller()
  if (caller === undefined) return record
  if (current) requireChangeable(current)
  else await requireAccount(db, caller)
  const owner_id = current?.owner_id ?? caller.id
  requireChangeable({ audience: record.audience ?? 'me', owner_id })
  const { role_id, ...rest } = record
  const owned = { ...rest, owner_id } as Partial<Row>
  if (record.audience !== 'role') return owned
  if (role_id === undefined || (role_id !== current?.role_id && !(await isRole(role_id, caller, { db, auth }))))
    throw invalid_values([{ pointer: '/role_id', message: 'Choose a role' }])
  return { ...owned, role_id }
}

async function isRole(id: string, caller: Caller, { db, auth }: { db: Knex } & Pick<PlatformParts, 'auth'>) {
  const isThere = (await db('platform_roles').where({ id }).first('id')) !== undefined
  return isThere && (await roleReach(caller, auth))({ id })
}

/** Whether the caller may change it: a private one only as its owner, a shared one with the permission to share. */
export const isChangeable = ({ audience, owner_id }: Pick<Shared, 'audience' | 'owner_id'>, caller: Caller): boolean =>
  caller.can(SHARE) || (audience === 'me' && owner_id === caller.id)

/** @throws ApiError 403 if the present caller may not change it */
export function requireChangeable(shared: Pick<Shared, 'audience' | 'owner_id'>): void {
  const caller = present_caller()
  if (caller === undefined || isChangeable(shared, caller)) return
  throw new ApiError('permission_denied', {
    detail: `Sharing, and changing what is shared, requires the permission [${SHARE}]. Save one for yourself, or ask an operator for the permission.`,
  })
}

/** Views, dashboards and favourites belong to people and service accounts, and are deleted with them. @throws ApiError 403 */
export async function requireAccount(db: Knex, { id }: Caller): Promise<void> {
  if ((await db('platform_users').where({ id }).first('id')) !== undefined) return
  throw new ApiError('permission_denied', {
    detail: `The caller [${id}] has no account that this could belong to. Sign in as a person.`,
  })
}
