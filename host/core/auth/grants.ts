import type { Access } from '@atrium/sdk/host'
import { LruMap } from './lru-map.ts'

/** What its holders may do: permissions, limited to some records and some fields. A pure value. */
export interface Role {
  readonly id: string
  readonly name: string
  /** `*` matches one segment, or everything below if it is the last segment. */
  readonly permissions: readonly string[]
  readonly conditions: readonly RecordCondition[]
  readonly fields: readonly FieldRule[]
}

/** Limits a role to some records of a table. All conditions of a role on the same table must hold. */
export interface RecordCondition {
  /** The table, as in `Caller.scope`. */
  readonly resource: string
  /** A list query: `status=open&owner_id=me`. `me` is the person's id; `mine` means all values of the person's attribute for that field. */
  readonly where: string
}

/** Fields of a table that the holders of a role cannot see or cannot change. */
export interface FieldRule {
  readonly resource: string
  readonly hidden?: readonly string[]
  readonly read_only?: readonly string[]
}

/** The values of a person by field, for `mine` in conditions: `{ location_id: ['1', '2'] }`. */
export type Attributes = Readonly<Record<string, readonly string[]>>

/** A holder of grants. */
export interface Holder {
  readonly id: string
  readonly roles: readonly Role[]
  readonly attributes: Attributes
  /** The permissions of a token, which never allows more than its owner has. Undefined: no limit. */
  readonly limit?: readonly string[] | undefined
}

/** What one role allows on the records of one table. */
export interface RoleGrant {
  readonly role: Role
  /** The granting permission as written in the role; undefined if no permission was asked for. */
  readonly permission: string | undefined
  /** As in `Access`, with the person's values; empty: all records; undefined: none, because the person has no value for `mine`. */
  readonly where: string | undefined
  readonly hidden: readonly string[]
  readonly read_only: readonly string[]
}

/** Whether one of the roles grants a permission, and the token includes it if there is one. */
export const allows = (holder: Pick<Holder, 'roles' | 'limit'>, permission: string) =>
  holder.roles.some((role) => grantingOf(role, permission) !== undefined) && isWithinLimit(holder, permission)

/** Whether a token includes a permission. Without a token there is no limit. */
export const isWithinLimit = ({ limit }: Pick<Holder, 'limit'>, permission: string) =>
  limit?.some((each) => covers(each, permission)) ?? true

/** An action on the records of a table. */
interface On {
  readonly resource: string | undefined
  readonly permission: string | undefined
}

/**
 * What each applicable role allows on the records of a table. The roles that grant the permission apply. If the permission is unknown, the
 * roles with rules for the table apply, so that no other role widens them. Without a table, no rule limits the grants.
 */
export function grantsOn(
  holder: Pick<Holder, 'id' | 'roles' | 'attributes'>,
  { resource, permission }: On,
): readonly RoleGrant[] {
  return rolesOn(holder, { resource, permission }).map((role) =>
    grantOf(role, { resource, permission: permission && grantingOf(role, permission), holder }),
  )
}

/** The applicable roles of `grantsOn`, before their conditions are filled, which takes most of its time. */
export const rolesOn = ({ roles }: Pick<Holder, 'roles'>, { resource, permission }: On): readonly Role[] =>
  roles.filter((role) =>
    permission === undefined ? hasRules(role, resource) : grantingOf(role, permission) !== undefined,
  )

/** The permission of a role, as written there, that covers another permission. */
const grantingOf = ({ permissions }: Role, permission: string) => permissions.find((each) => covers(each, permission))

/** What a holder may access in a table: undefined if one of its roles allows all of it. */
export function accessTo(holder: Holder, on: On): readonly Access[] | undefined {
  const grants = grantsOn(holder, on)
  const isFree = grants.some(({ where, hidden, read_only }) => where === '' && hidden.length + read_only.length === 0)
  if (isFree) return undefined
  return grants.flatMap(({ where, hidden, read_only }) => (where === undefined ? [] : [{ where, hidden, read_only }]))
}

/** Whether a role limits the records or the fields of a table. */
export const hasRules = ({ conditions, fields }: Role, resource: string | undefined) =>
  isAbout(conditions, resource) || isAbout(fields, resource)

const isAbout = (rules: readonly { readonly resource: string }[], resource: string | undefined) =>
  rules.some((rule) => rule.resource === resource)

/** A role made of permissions alone, such as those that a person was granted directly. */
export const plainRole = (name: string, permissions: readonly string[]): Role => ({
  id: name,
  name,
  permissions,
  conditions: [],
  fields: [],
})

interface OnTable extends On {
  readonly holder: Pick<Holder, 'id' | 'attributes'>
}

function grantOf(role: Role, { resource, permission, holder }: OnTable): RoleGrant {
  const conditions = role.conditions.filter((condition) => condition.resource === resource)
  const wheres = conditions.map(({ where }) => filledCondition(where, holder))
  return {
    role,
    permission,
    where: wheres.includes(undefined) ? undefined : wheres.filter(Boolean).join('&&'),
    ...fieldLimits(role, resource),
  }
}

/** The fields of a table that a role limits. */
export function fieldLimits({ fields }: Role, resource: string | undefined): Pick<RoleGrant, 'hidden' | 'read_only'> {
  const rules = fields.filter((rule) => rule.resource === resource)
  return {
    hidden: rules.flatMap(({ hidden = [] }) => hidden),
    read_only: rules.flatMap(({ read_only = [] }) => read_only),
  }
}

/** Replaces `me` and `mine` by the person's values. Undefined if there is no value for `mine`, so that no record can match. */
export function filledCondition(where: string, holder: Pick<Holder, 'id' | 'attributes'>): string | undefined {
  if (MAY_NAME_PERSON.test(where)) return filledFor(where, holder)
  if (isPlainQuery(where)) return where
  const known = sameForAll.get(where) ?? new URLSearchParams(where).toString()
  sameForAll.set(where, known)
  return known
}

/** Whether encoding or decoding a condition would not change it, as for most. Parsing them is most of the time of a long explanation. */
export const isPlainQuery = (where: string) => /^[\w*.-]+=[\w*.-]*(&[\w*.-]+=[\w*.-]*)*$/.test(where)

/** A value that stands for the person's, also if its letters are encoded. */
const MAY_NAME_PERSON = /=(me|mine)(&|$)|%/

/** Conditions that name no value of a person, as they are filled for everybody: an explanation fills those of every role. */
const sameForAll = new LruMap<string, string>(20_000)

function filledFor(where: string, { id, attributes }: Pick<Holder, 'id' | 'attributes'>): string | undefined {
  const filled = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(where)) {
    const values = value === 'me' ? [id] : value === 'mine' ? valuesOf(attributes, name) : [value]
    if (values.length === 0) return undefined
    for (const each of values) filled.append(name, each)
  }
  return filled.toString()
}

/** The attribute for the parameter `location_id`, or for the field of `location_id_ne`. */
function valuesOf(attributes: Attributes, parameter: string): readonly string[] {
  const field = Object.hasOwn(attributes, parameter) ? parameter : parameter.replace(/_(ne|gte|lte|like)$/, '')
  return Object.hasOwn(attributes, field) ? (attributes[field] ?? []) : []
}

/**
 * Makes the function that checks a permission. `*` matches one segment, or everything below if it is the last segment: `clients.*` grants
 * `clients.notes.view`, `*` grants everything. As the first of several segments it matches any plugin, but not the platform. The shell
 * applies the same rule.
 */
export function createGrant(granted: readonly string[]): (permission: string) => boolean {
  if (granted.includes('*')) return () => true
  const exact = new Set(granted)
  const patterns = granted.filter((permission) => permission.includes('*')).map(toPattern)
  return (permission) => exact.has(permission) || patterns.some((pattern) => pattern.test(permission))
}

/**
 * Whether a granted permission, perhaps with `*`, covers another one. Covers a permission with `*` only if it covers all of it: `a.*` means
 * everything below `a`, more than `a.*.view` covers.
 */
export const covers = (granted: string, permission: string) =>
  granted === '*' || granted === permission || (granted.includes('*') && toPattern(granted).test(permission))

const known = new Map<string, RegExp>()

function toPattern(permission: string): RegExp {
  const pattern = known.get(permission) ?? makePattern(permission)
  if (known.size > 10_000) known.clear()
  known.set(permission, pattern)
  return pattern
}

/** A leading `*` does not match the platform, so that `*.*.view` grants access to all plugins, but not to the people or the audit log. */
const ANY_PLUGIN = '(?!platform\\.)[^.]+'

function makePattern(permission: string): RegExp {
  const segments = permission.split('.')
  const parts = segments.map((segment, at) => {
    if (segment === '*') return at === segments.length - 1 ? '.+' : at === 0 ? ANY_PLUGIN : '[^.]+'
    return segment.replace(/[^\w-]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('\\.')}$`)
}

/** The permissions that two lists have in common: those of a token that its owner also has. */
export function commonPermissions(some: readonly string[], others: readonly string[]): readonly string[] {
  const common = some.flatMap((one) =>
    others.flatMap((other) => (areApart(one, other) ? [] : (meet(one.split('.'), other.split('.')) ?? []))),
  )
  return [...new Set(common)].filter((each, _, all) => !all.some((other) => other !== each && covers(other, each)))
}

/** Whether one covers any plugin and the other one the platform. */
const areApart = (one: string, other: string) =>
  [one, other].some((each) => each.startsWith('*.')) && [one, other].some((each) => each.startsWith('platform.'))

/** The segments that both permissions cover, joined; undefined for none. A last `*` covers any number of segments. */
function meet(one: readonly string[], other: readonly string[]): string | undefined {
  const [first, ...rest] = one
  const [second, ...left] = other
  if (first === undefined || second === undefined) return undefined
  if (first === '*' && rest.length === 0) return other.join('.')
  if (second === '*' && left.length === 0) return one.join('.')
  if (first !== second && first !== '*' && second !== '*') return undefined
  const segment = first === '*' ? second : first
  if (rest.length === 0 && left.length === 0) return segment
  const end = meet(rest, left)
  return end === undefined ? undefined : `${segment}.${end}`
}
