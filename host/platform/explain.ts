import { ApiError, type Caller, label_of, LARGEST_PAGE, nearest_name, type Routes } from '@atrium/sdk'
import { record_fields, type RecordField } from '@atrium/sdk/host'
import { GrantExplanation } from '@atrium/sdk/documents'
import {
  type AskedField,
  everybodysRole,
  explain,
  type Explanation,
  type GrantingRole,
  type Holder,
  holderOf,
  rolesOn,
  type Role,
  toPrincipal,
  withheldFrom,
  wouldAllow,
} from '../core/auth/index.ts'
import type { Registries } from '../core/registries/index.ts'
import { askedPermissions } from './asked-permissions.ts'
import { permissionWords } from './choices.ts'
import { API_BASE } from './declare.ts'
import { type Asked, ExplainQuery, questionOf } from './explain-question.ts'
import { sentenceOf } from './explain-words.ts'
import { wrong } from './explained-place.ts'
import type { PlatformParts } from './platform-parts.ts'
import { roleReach } from './roles.ts'
import { reachesPerson, unseenOfPeople, type User } from './users.ts'

/** The route that explains why somebody may or may not do something. */
export function explainRoutes(routes: Routes, parts: PlatformParts): void {
  const { auth, registries } = parts
  routes.get(
    '/explain',
    {
      summary: 'Say which rule allows or refuses something, and the smallest grant that would change it',
      query: ExplainQuery,
      response: GrantExplanation,
    },
    async ({ query, caller }) => {
      const roles = await auth.roles.granting()
      const isReached = await roleReach(caller, auth)
      const subject = await subjectOf(query, { parts, roles, isReached, caller })
      const { permission, unseenField, schema, ...on } = await questionOf(query, { registries, caller })
      const resource = on.record?.resource ?? on.list
      const granting = rolesOn(subject.holder, { resource, permission })
      requireTold(granting, unseenField)
      if (subject.kind === 'person') requirePersonSeen(caller, granting, resource)
      const fields = schema ? [...record_fields(schema).values()] : []
      const question = { permission, ...on, field: fieldAsked(query, fields) }
      const explained = explain(subject.holder, question)
      const hint = unusedHint(permission, registries)
      const missing = hint === '' ? explained.grant?.role?.permissions : undefined
      const others = missing ? roles.filter(wouldAllow(subject.holder, question, missing)) : []
      const told = others.filter((role) => isReached(role) && unseenField?.(role) === undefined)
      const isWhole = explained.allowed && query.field === undefined && schema !== undefined
      return answerOf(subject, explained, {
        ...{ permission, field: question.field, hint, roles, others: leastFirst(told, registries), registries },
        withheld: isWhole ? withheldFrom(subject.holder, question, fields) : undefined,
      })
    },
  )
}

/** The field that the query asks about, with its permission; undefined if the query names no field. */
function fieldAsked({ field: name, to = 'see' }: ExplainQuery, fields: readonly RecordField[]): AskedField | undefined {
  if (name === undefined) return undefined
  return { name, to, permission: fields.find((each) => each.name === name)?.permission }
}

/**
 * Refuses an answer that would reveal the value of a field which the viewer cannot see.
 * @throws ApiError 403 `permission_denied` that names the field
 */
function requireTold(granting: readonly Role[], unseenField: Asked['unseenField']): void {
  const [field] = granting.flatMap((role) => unseenField?.(role) ?? [])
  if (field === undefined) return
  throw new ApiError('permission_denied', {
    detail: `A role limits these records by the field [${field}], which you do not see, so the answer would tell its value. Ask somebody who sees it.`,
  })
}

/**
 * Refuses an answer that would tell a field of people which the person who asks does not see: it names what somebody holds, and the values
 * that `mine` stands for.
 * @throws ApiError 403 `permission_denied` that names the field
 */
function requirePersonSeen(caller: Caller, granting: readonly Role[], resource: string | undefined): void {
  const field = unseenOfPeople(caller).find((name) => name !== 'attributes' || isLimitedByValues(granting, resource))
  if (field === undefined) return
  throw new ApiError('permission_denied', {
    detail: `Your roles hide the field [${field}] of people, and the answer would tell it. Ask somebody who sees it.`,
  })
}

/** Whether a condition of a role uses the values of the person. */
const isLimitedByValues = (roles: readonly Role[], table: string | undefined) =>
  roles.some(({ conditions }) =>
    conditions.some(
      ({ resource, where }) => resource === table && [...new URLSearchParams(where).values()].includes('mine'),
    ),
  )

/** Roles that allow less come first. */
function leastFirst(roles: readonly GrantingRole[], registries: Registries): GrantingRole[] {
  const { covered } = askedPermissions(registries)
  const sized = roles.map((role) => ({ role, size: new Set(role.permissions.flatMap(covered)).size }))
  return sized.sort((one, other) => one.size - other.size).map(({ role }) => role)
}

/** The person or role that a question is about. */
interface Subject {
  readonly id: string
  readonly name: string
  readonly kind: 'person' | 'role'
  readonly isDisabled: boolean
  readonly holder: Holder
}

interface Asker {
  readonly parts: PlatformParts
  readonly roles: readonly GrantingRole[]
  readonly isReached: (role: GrantingRole) => boolean
  readonly caller: Caller
}

async function subjectOf(query: ExplainQuery, { parts, roles, isReached, caller }: Asker): Promise<Subject> {
  if (query.role !== undefined) return roleAlone(query, { roles: roles.filter(isReached), caller })
  if (query.person === undefined) {
    throw wrong('person', 'Name a person by id or e-mail, or a role by its id.')
  }
  const person = await findPerson(parts, query.person, caller)
  const token = query.token === undefined ? undefined : await parts.auth.tokens.get(query.token)
  if (token && token.user_id !== person.id) throw wrong('token', `[${token.id}] is not a token of [${person.name}].`)
  const held = holderOf(person, roles)
  const holder = { ...held, roles: [...held.roles, everybodysRole(person.kind)], limit: token?.permissions }
  return { id: person.id, name: person.name, kind: 'person', isDisabled: person.disabled_at !== null, holder }
}

/** A role as a preview shows it: as if only the caller held it. */
function roleAlone(
  { role: id, person, token }: ExplainQuery,
  { roles, caller }: Pick<Asker, 'roles' | 'caller'>,
): Subject {
  if (person !== undefined || token !== undefined) throw wrong('role', 'Ask about a role or about a person, not both.')
  const role = roles.find((each) => each.id === id)
  if (role === undefined) throw new ApiError('record_not_found', { detail: `There is no role [${id}]. Send its id.` })
  const { id: holder, attributes } = toPrincipal(caller).holder
  return {
    id: role.id,
    name: role.label,
    kind: 'role',
    isDisabled: false,
    holder: { id: holder, attributes, roles: [role] },
  }
}

/** Finds somebody by id or e-mail, among the people whom the caller's roles reach. */
async function findPerson({ auth: { users }, calls }: PlatformParts, given: string, caller: Caller) {
  const byEmail = given.includes('@')
  const found = byEmail ? await users.findByEmail(given) : await users.find(given)
  if (found && reachesPerson(caller, found, { byEmail })) return found
  const missing = byEmail ? `Nobody has the e-mail [${given}].` : `There is nobody with the id [${given}].`
  const near = caller.can('platform.users.view') ? await nearPerson(given, calls) : undefined
  const next =
    near !== undefined
      ? `Did you mean [${near.name}]? Send the id [${near.id}].`
      : `Send the id ${byEmail ? 'of a person instead' : 'or the e-mail of a person'}.`
  throw new ApiError('record_not_found', { detail: `${missing} ${next}` })
}

/** Somebody with a similar name or e-mail, among the people and data that the caller sees in the list. */
async function nearPerson(given: string, calls: PlatformParts['calls']) {
  const query = { _limit: String(LARGEST_PAGE) }
  const people = (await calls.call('GET', `${API_BASE}/users`, { query })) as readonly Partial<User>[]
  const byWord = new Map(people.flatMap((person) => [person.name, person.email].map((word) => [word ?? '', person])))
  return byWord.get(nearest_name(given, byWord.keys()) ?? '')
}

interface About {
  readonly permission: string
  readonly field: AskedField | undefined
  /** A remark on an unusual permission; empty: none. */
  readonly hint: string
  readonly withheld: readonly RecordField[] | undefined
  readonly roles: readonly GrantingRole[]
  readonly others: readonly GrantingRole[]
  readonly registries: Registries
}

function answerOf(
  { id, name, kind, isDisabled, holder }: Subject,
  explained: Explanation,
  about: About,
): GrantExplanation {
  const { permission, field, hint, roles, others, withheld, registries } = about
  const path = screensOf(registries, kind === 'role' ? 'roles' : 'users')(id)
  const pathOfRole = screensOf(registries, 'roles')
  const byId = new Map(roles.map((role) => [role.id, role]))
  const named = ({ id: role, name: own }: { id: string; name: string }) => {
    const known = byId.get(role)
    const shown = known ? pathOfRole(role) : path
    return {
      id: role,
      name: own,
      label: known?.label ?? UNNAMED[role] ?? own,
      ...(shown !== undefined && { path: shown }),
    }
  }
  const rules = explained.rules.map(({ role, ...said }) => ({ role: named(role), ...said }))
  const disabled = { allowed: false, reason: 'person_disabled', detail: `[${name}] is disabled and may do nothing.` }
  return {
    person: { id, name, ...(path !== undefined && { path }) },
    ...{ permission, about: permissionWords(permission, registries) },
    ...explained,
    detail: sentenceOf({ ...explained, rules }, { permission, name, field }) + hint,
    ...{
      roles: holder.roles.filter(({ id: role }) => role !== 'everybody').map(named),
      rules,
      ...(withheld && { withheld: withheld.map(namedField) }),
      roles_that_allow: others.map(named),
    },
    ...(isDisabled && disabled),
  } as GrantExplanation
}

const namedField = ({ name, schema }: RecordField) => ({
  name,
  label: (schema as { title?: string }).title ?? label_of(name),
})

/** Sources of permissions that are treated like roles. */
const UNNAMED: Readonly<Record<string, string>> = {
  everybody: 'Everybody',
  'own permissions': 'Permissions outside of roles',
}

/** Finds the screen of a record in a list: a person or a role. */
function screensOf({ resources }: Registries, list: 'users' | 'roles'): (id: string) => string | undefined {
  const definition = resources.list().find(({ list_path }) => list_path === `${API_BASE}/${list}`)
  return (id) => definition?.view_path?.replace(':id', encodeURIComponent(id))
}

/** A misspelt permission would otherwise look like a refusal. */
function unusedHint(permission: string, registries: Registries): string {
  const { asked } = askedPermissions(registries)
  if (permission.includes('*') || asked.has(permission)) return ''
  const nearest = nearest_name(permission, asked)
  return ` No active plugin asks for this permission.${nearest === undefined ? '' : ` Did you mean [${nearest}]?`}`
}
