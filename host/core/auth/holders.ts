import type { Knex } from 'knex'
import { type Attributes, type Holder, plainRole, type Role } from './grants.ts'
import type { Principal } from './identity.ts'
import { toLists } from './granting-roles.ts'
import type { UserRecord } from './user-record.ts'

/** A person or a service account, with everything that decides what they may do. */
export interface HolderRecord {
  readonly id: string
  readonly kind: 'person' | 'service'
  readonly name: string
  /** Granted directly, not through a role. */
  readonly permissions: readonly string[]
  readonly roles: readonly Role[]
  readonly attributes: Attributes
}

/**
 * Joins a table whose `user_id` names the holder, as `held`, with the holder and their roles: one query for all, a row per role. Rows of
 * disabled holders are left out.
 */
export function joinHolder(query: Knex.QueryBuilder): Knex.QueryBuilder {
  return query
    .join('platform_users as person', 'person.id', 'held.user_id')
    .leftJoin('platform_user_roles as assigned', 'assigned.user_id', 'person.id')
    .leftJoin('platform_roles as role', 'role.id', 'assigned.role_id')
    .whereNull('person.disabled_at')
    .orderBy('role.name')
    .select(
      'person.id as person_id',
      'person.kind as person_kind',
      'person.name as person_name',
      'person.permissions as person_permissions',
      'person.attributes as person_attributes',
      'role.id as role_id',
      'role.name as role_name',
      'role.permissions as role_permissions',
      'role.conditions as role_conditions',
      'role.fields as role_fields',
      'role.requirements as role_requirements',
    )
}

/** What `joinHolder` selects. The columns of a role are null without one. */
export interface HolderRow {
  readonly person_id: string
  readonly person_kind: HolderRecord['kind']
  readonly person_name: string
  readonly person_permissions: string
  readonly person_attributes: string
  readonly role_id: string | null
  readonly role_name: string
  readonly role_permissions: string
  readonly role_conditions: string
  readonly role_fields: string
  readonly role_requirements: string | null
}

/** Reads the holder of the rows that belong to one. @param rows at least one */
export function toHolder(rows: readonly [HolderRow, ...HolderRow[]]): HolderRecord {
  const [{ person_id, person_kind, person_name, person_permissions, person_attributes }] = rows
  return {
    id: person_id,
    kind: person_kind,
    name: person_name,
    permissions: JSON.parse(person_permissions) as string[],
    attributes: JSON.parse(person_attributes) as Attributes,
    roles: rows.flatMap((row) => (row.role_id === null ? [] : [toRole(row, row.role_id)])),
  }
}

function toRole({ role_name, role_permissions, role_conditions, role_fields }: HolderRow, id: string): Role {
  const texts = { permissions: role_permissions, conditions: role_conditions, fields: role_fields }
  return { id, name: role_name, ...toLists(texts) }
}

/** Whether the roles of a caller reach somebody, for what the present call requires. */
export type Reaches = (by: Principal, user: UserRecord) => boolean

/** The permissions granted to somebody directly, as a role. */
export const ownPermissions = (permissions: readonly string[]): Role[] =>
  permissions.length === 0 ? [] : [plainRole('own permissions', permissions)]

/** The holder for a person, with those of the given roles that they have. Does not check whether they are disabled. */
export function holderOf({ id, roles: held, permissions, attributes }: UserRecord, roles: readonly Role[]): Holder {
  return { id, attributes, roles: [...ownPermissions(permissions), ...roles.filter((role) => held.includes(role.id))] }
}
