import { ApiError } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import { type Attributes, covers, filledCondition, type Holder, isWithinLimit, plainRole, type Role } from './grants.ts'
import type { Principal } from './identity.ts'

/**
 * Refuses to grant more than the granter holds: a missing permission, or one held on some records or fields only.
 * @param attributes of the person who gets the roles, if known: `mine` then means the values of each of them
 * @throws ApiError 403 `permission_denied` that names the permission
 */
export function requireHeld(by: Principal, granted: readonly Role[], attributes?: Attributes): void {
  const { holder } = by
  const missing = attributes
    ? notHeldBeside(holder, { id: holder.id, roles: granted, attributes })
    : notHeld(holder, granted)
  if (missing === undefined) return
  throw new ApiError('permission_denied', {
    detail: `You cannot grant [${missing}], because you do not hold it without further limits. Leave it out, or ask somebody who holds it.`,
  })
}

/** Somebody with everything that decides what they may do. */
export interface Held {
  readonly name: string
  readonly holder: Holder
}

/** Whether somebody holds a permission on all records and with all fields. */
export const holdsWhole = (by: Principal, permission: string): boolean =>
  notHeld(by.holder, [plainRole('asked', [permission])]) === undefined

/**
 * Refuses to change somebody who may do or see more than the person who makes the change, because a new e-mail, link or token would give
 * access to their whole account. `me` and `mine` in conditions mean the values of each of them.
 * @throws ApiError 403 `permission_denied` that names the permission
 */
export function requireNotBeyond(by: Principal, { name, holder }: Held): void {
  const missing = notHeldBeside(by.holder, holder)
  if (missing === undefined) return
  throw new ApiError('permission_denied', {
    detail: `You cannot change [${name}], who holds [${missing}], which you do not hold without further limits. Ask somebody who holds it.`,
  })
}

/**
 * Refuses to preview somebody who may do or see more than the viewer. `me` and `mine` in conditions mean the values of each of them.
 * @throws ApiError 403 `permission_denied` that names the permission
 */
export function requireAllOf(by: Principal, { name, holder }: Held): void {
  const missing = notHeldBeside(by.holder, holder)
  if (missing === undefined) return
  throw new ApiError('permission_denied', {
    detail: `You cannot look at Atrium as [${name}], who holds [${missing}], which you do not hold without further limits. Ask somebody who holds it.`,
  })
}

/** Like `notHeld`, for all that another person holds; conditions are filled with each person's own values. */
const notHeldBeside = (own: Holder, other: Holder) => notHeld({ ...own, roles: filledRoles(own) }, filledRoles(other))

const filledRoles = (holder: Holder): Role[] =>
  holder.roles.map((role) => ({
    ...role,
    conditions: role.conditions.map(({ resource, where }) => ({
      resource,
      where: filledCondition(where, holder) ?? NO_RECORD,
    })),
  }))

/** A condition that no record meets, because the person has no value for `mine`. */
const NO_RECORD = '(none)'

/** The first permission of the roles that the holder lacks; undefined if the holder has them all. */
function notHeld(holder: Holder, granted: readonly Role[]): string | undefined {
  return granted
    .flatMap((role) => role.permissions.map((permission) => ({ role, permission })))
    .find(({ role, permission }) => !holds(holder, role, permission))?.permission
}

function holds(holder: Holder, granted: Role, permission: string): boolean {
  return (
    isWithinLimit(holder, permission) &&
    holder.roles.some((own) => own.permissions.some((each) => covers(each, permission)) && reachesAsFar(own, granted))
  )
}

/**
 * Whether each condition and field rule of a role limits the other role at least as much. The other role may have more conditions, but not
 * on fields that the first one hides, because the records it reaches would reveal their values.
 */
function reachesAsFar(own: Role, other: Role): boolean {
  const hasCondition = ({ resource, where }: Role['conditions'][number]) =>
    other.conditions.some((each) => each.resource === resource && isWithin(each.where, where))
  const onField = (resource: string, kind: 'hidden' | 'read_only') =>
    other.fields.flatMap((rule) => (rule.resource === resource ? (rule[kind] ?? []) : []))
  return (
    own.conditions.every(hasCondition) &&
    !other.conditions.some((condition) => tellsHidden(condition, own)) &&
    own.fields.every(({ resource, hidden = [], read_only = [] }) => {
      const withheld = onField(resource, 'hidden')
      const fixed = [...withheld, ...onField(resource, 'read_only')]
      return hidden.every((field) => withheld.includes(field)) && read_only.every((field) => fixed.includes(field))
    })
  )
}

/** Whether a condition names a field that a role hides, and is not one of the role's own. */
function tellsHidden({ resource, where }: Role['conditions'][number], { conditions, fields }: Role): boolean {
  if (conditions.some((own) => own.resource === resource && own.where === where)) return false
  const hidden = fields.flatMap((rule) => (rule.resource === resource ? (rule.hidden ?? []) : []))
  return conditionFields(where).some((field) => hidden.includes(field))
}

/**
 * Whether every record that meets a condition is certain to meet the other one: it must give each of its fields the same values or a
 * subset.
 */
function isWithin(where: string, other: string): boolean {
  if (where === other || where === NO_RECORD) return true
  const [given, allowed] = [new URLSearchParams(where), new URLSearchParams(other)]
  return [...new Set(allowed.keys())].every((name) => {
    const [values, limits] = [given.getAll(name), allowed.getAll(name)]
    const isSame = values.length === limits.length
    return values.length > 0 && values.every((each) => limits.includes(each)) && (isSame || !COMPARES.test(name))
  })
}

/** Several values of a field match any of them; several values of a comparison do not. */
const COMPARES = /_(ne|gte|lte|like|null)$/

/**
 * Where conditions of the granter's own roles use `mine`, refuses attribute values that the granter lacks, and refuses to leave out values
 * of the granter that exclude records (`location_id_ne=mine`).
 * @throws ApiError 403 `permission_denied` that names field and value
 */
export function requireOwnValues(by: Principal, { before, after }: { before: Attributes; after: Attributes }): void {
  if (notHeld(by.holder, [EVERYTHING]) === undefined) return
  const { roles, attributes } = by.holder
  const limiting = roles.flatMap(({ conditions }) => conditions.flatMap(({ where }) => parametersOfMine(where)))
  for (const field of new Set(limiting.flatMap(fieldsOf))) {
    const [own, former, given] = [attributes, before, after].map((each) => each[field] ?? []) as [
      Values,
      Values,
      Values,
    ]
    const known = [...own, ...former]
    const beyond = given.find((value) => !known.includes(value))
    if (beyond !== undefined) throw beyondOwn(field, { beyond, known })
    const isComparing = limiting.some((name) => name !== field && fieldsOf(name).includes(field))
    // Without any value, no record is theirs.
    if (!isComparing || given.length === 0 || given.join() === former.join()) continue
    const missing = own.find((value) => !given.includes(value))
    if (missing !== undefined) throw withoutOwn(field, missing)
  }
}

type Values = readonly string[]

const beyondOwn = (field: string, { beyond, known }: { beyond: string; known: Values }) =>
  new ApiError('permission_denied', {
    detail: `You cannot give somebody the value [${beyond}] of [${field}], because your own roles are limited to ${known.join(', ') || 'none'}. Leave it out, or ask an operator.`,
  })

const withoutOwn = (field: string, missing: string) =>
  new ApiError('permission_denied', {
    detail: `You cannot give somebody values of [${field}] without [${missing}], because your own roles keep the records with it from you. Add it, or ask an operator.`,
  })

const EVERYTHING = plainRole('everything', ['*'])

const parametersOfMine = (where: string) =>
  [...new URLSearchParams(where)].flatMap(([name, value]) => (value === 'mine' ? [name] : []))

/** The fields that the parameters of a condition may refer to: `size_gte` is a field or a comparison of `size`. */
export const conditionFields = (where: string) => [...new URLSearchParams(where).keys()].flatMap(fieldsOf)

const fieldsOf = (parameter: string) => [parameter, parameter.replace(COMPARES, '')]

/** Whether a role grants everything, everywhere. */
export const isOperatorRole = ({
  permissions,
  conditions,
  fields,
}: Pick<Role, 'permissions' | 'conditions' | 'fields'>) =>
  permissions.includes('*') && conditions.length === 0 && fields.length === 0

/**
 * Refuses a change after which no enabled person would hold `*`. Call it at the end of the change, within `Authority.change`.
 * @throws ApiError 409 `last_operator`
 */
export async function requireOperator(database: Pick<Database, 'context'>): Promise<void> {
  if ((await operators(database).first<{ id: string }>('person.id')) !== undefined) return
  throw new ApiError('last_operator', {
    detail:
      'This would leave nobody who is enabled and holds [*], so nobody could manage Atrium any more. Make somebody else an operator first.',
  })
}

/** The enabled people who hold `*`, as `person`. */
export function operators({ context }: Pick<Database, 'context'>) {
  return context('platform_users as person')
    .where('person.kind', 'person')
    .whereNull('person.disabled_at')
    .where((either) => {
      const byRole = context('platform_user_roles as assigned')
        .join('platform_roles as role', 'role.id', 'assigned.role_id')
        .whereRaw('assigned.user_id = person.id')
        .where('role.permissions', 'like', HAS_EVERYTHING)
        .where({ 'role.conditions': '[]', 'role.fields': '[]' })
      void either.where('person.permissions', 'like', HAS_EVERYTHING).orWhereExists(byRole)
    })
}

/** In a JSON list of permissions; `"clients.*"` does not match. */
const HAS_EVERYTHING = '%"*"%'
