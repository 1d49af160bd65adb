import {
  allows,
  fieldLimits,
  filledCondition,
  grantsOn,
  hasRules,
  type Holder,
  isWithinLimit,
  type Role,
  type RoleGrant,
  rolesOn,
} from './grants.ts'

/** A question about a person: a permission, optionally on a list or a record, and on one of its fields. */
export interface Question {
  readonly permission: string
  /** The table of a list. */
  readonly list?: string | undefined
  readonly record?: AskedRecord | undefined
  readonly field?: AskedField | undefined
}

/** A record, with a function that tests conditions on it. */
export interface AskedRecord {
  readonly resource: string
  readonly id: string | number
  /** Whether the record meets list queries with the person's values, joined as in `Access.where`. Every record meets the empty one. */
  meets(where: string): boolean
}

/** A field and the requested access: see or change. */
export interface AskedField {
  readonly name: string
  readonly to: 'see' | 'change'
  /** The permission that its schema requires, regardless of roles. */
  readonly permission?: string | undefined
}

/** Why something is allowed or refused. `records_limited`: a list is shown, but not all of its records. */
export type Reason =
  | 'granted'
  | 'records_limited'
  | 'permission_missing'
  | 'token_limited'
  | 'record_out_of_reach'
  | 'field_hidden'
  | 'field_read_only'
  | 'field_permission_missing'

/** The answer of one role to the question. */
export interface RuleSaid {
  readonly role: Pick<Role, 'id' | 'name'>
  /** The permission of the role that grants, as written there. */
  readonly permission: string
  /** The role's condition as written there; empty: all records. Present for a list or a record. */
  readonly condition?: string
  /** The condition with the person's values; undefined: the person has no value for `mine`. */
  readonly where?: string | undefined
  /** Whether the record meets it. */
  readonly meets?: boolean
  /** Whether the role hides the field, or makes it read-only. */
  readonly field?: 'hidden' | 'read_only' | 'free'
}

/** The smallest grant that would allow a refused request or widen a limited list: a role to add, and a permission to add to the token. */
export interface SmallestGrant {
  readonly role?: Pick<Role, 'permissions' | 'conditions' | 'fields'>
  readonly token?: string
}

export interface Explanation {
  readonly allowed: boolean
  readonly reason: Reason
  /** The answers of the roles that grant the permission; deciding ones first. */
  readonly rules: readonly RuleSaid[]
  /** Present for a refusal and for a limited list. */
  readonly grant?: SmallestGrant
}

/** Explains why a person may or may not do something: the deciding rules, and the smallest grant that would change a refusal. */
export function explain(holder: Holder, question: Question): Explanation {
  const { permission, record, field } = question
  const { rules, reaching, allowing } = saidBy(holder, question)
  const isReached = allowing.length > 0
  const needed = [permission, ...(field?.permission === undefined ? [] : [field.permission])]
  const beyond = needed.find((each) => !isWithinLimit(holder, each))
  const missing = needed.filter((each) => (each === permission ? !isReached : !allows({ roles: holder.roles }, each)))
  if (missing.length === 0 && beyond === undefined) {
    const role = smallestRole([permission], record)
    const limited = isLimitedList(question, rules) && { reason: 'records_limited' as const, grant: { role } }
    return { allowed: true, reason: 'granted', rules: first(rules, allowing), ...limited }
  }
  const role = smallestRole(missing, isReached ? undefined : record)
  const grant = { ...(missing.length > 0 && { role }), ...(beyond !== undefined && { token: beyond }) }
  const reason = reasonOf({ rules, reaching, isReached, isGranted: missing.length === 0 })
  return { allowed: false, reason, rules: first(rules, reaching), grant }
}

/**
 * Makes the function that tells whether one more role would allow the request without limits. Called for every role, so it builds no rule
 * for the answer.
 * @param missing the permissions of the smallest role that would
 */
export function wouldAllow(holder: Holder, question: Question, missing: readonly string[]): (role: Role) => boolean {
  const { permission, field } = question
  const isRefused = [permission, field?.permission ?? permission].some((each) => !isWithinLimit(holder, each))
  if (isRefused) return () => false
  const isReached = !missing.includes(permission)
  return (role) =>
    missing.every((each) => allows({ roles: [role] }, each)) && (isReached || allowsAlone(role, { holder, question }))
}

function allowsAlone(role: Role, { holder, question }: { holder: Holder; question: Question }): boolean {
  const { list, record, field } = question
  // Most roles have no rule for the table. Only those with one are worked out.
  if (!hasRules(role, tableOf(question))) return true
  if (list !== undefined && field === undefined) return !role.conditions.some(({ resource }) => resource === list)
  if (record && !reaches(role, { holder, record })) return false
  return field === undefined || isFree(limitOn(field, fieldLimits(role, tableOf(question))), field)
}

/** The fields of a visible list or record that somebody does not see. */
export function withheldFrom<Field extends Pick<AskedField, 'name' | 'permission'>>(
  holder: Holder,
  question: Omit<Question, 'field'>,
  fields: readonly Field[],
): readonly Field[] {
  const { permission, record } = question
  const resource = tableOf(question)
  const roles = rolesOn(holder, { resource, permission })
  const reaching = record ? roles.filter((role) => reaches(role, { holder, record })) : roles
  const hiding = reaching.map((role) => fieldLimits(role, resource).hidden)
  return fields.filter(
    (field) =>
      hiding.every((hidden) => hidden.includes(field.name)) ||
      (field.permission !== undefined && !allows(holder, field.permission)),
  )
}

/** How the roles that grant the permission answer: all of them, the ones that reach the record, and the ones that also leave the field open. */
function saidBy(holder: Holder, question: Question) {
  const on = { resource: tableOf(question), permission: question.permission }
  const rules = grantsOn(holder, on).map((grant) => ruleOf(grant, question))
  const reaching = rules.filter(({ meets }) => meets !== false)
  return { rules, reaching, allowing: reaching.filter((rule) => isFree(rule.field, question.field)) }
}

const tableOf = ({ record, list }: Question) => record?.resource ?? list

/** Whether a role leaves the field open, or shows it if seeing is enough. */
const isFree = (field: RuleSaid['field'], asked: AskedField | undefined) =>
  field !== 'hidden' && (field !== 'read_only' || asked?.to === 'see')

/** Whether no role shows all records of the list. */
const isLimitedList = ({ list, field }: Question, rules: readonly RuleSaid[]) =>
  list !== undefined && field === undefined && rules.every(({ where }) => where !== '')

function ruleOf(grant: RoleGrant, question: Question): RuleSaid {
  const { role, permission = '', where } = grant
  const { record, field } = question
  const said = { role: { id: role.id, name: role.name }, permission }
  const table = tableOf(question)
  if (table === undefined) return said
  return {
    ...said,
    condition: role.conditions
      .flatMap(({ resource, where: written }) => (resource === table ? [written] : []))
      .join('&&'),
    where,
    ...(record && { meets: isMet(grant, record) }),
    ...(field && { field: limitOn(field, grant) }),
  }
}

const isMet = ({ where }: Pick<RoleGrant, 'where'>, record: AskedRecord) => where !== undefined && record.meets(where)

/**
 * Whether a role reaches a record, as `isMet` for its grant. The first condition that is not met decides, and the rest are not filled: there
 * may be a hundred roles with fifty conditions each.
 */
const reaches = (role: Role, { holder, record }: { holder: Holder; record: AskedRecord }) =>
  role.conditions.every(
    ({ resource, where }) => resource !== record.resource || isMet({ where: filledCondition(where, holder) }, record),
  )

const limitOn = ({ name }: AskedField, { hidden, read_only }: Pick<RoleGrant, 'hidden' | 'read_only'>) =>
  hidden.includes(name) ? 'hidden' : read_only.includes(name) ? 'read_only' : 'free'

/** Without a record, only the permissions; with one, limited to this record. */
const smallestRole = (
  permissions: readonly string[],
  record: AskedRecord | undefined,
): NonNullable<SmallestGrant['role']> => ({
  permissions,
  conditions: record
    ? [{ resource: record.resource, where: new URLSearchParams({ id: String(record.id) }).toString() }]
    : [],
  fields: [],
})

interface Found {
  readonly rules: readonly RuleSaid[]
  readonly reaching: readonly RuleSaid[]
  readonly isReached: boolean
  /** Whether the roles grant all that is needed. */
  readonly isGranted: boolean
}

function reasonOf({ rules, reaching, isReached, isGranted }: Found): Reason {
  if (isGranted) return 'token_limited'
  if (isReached) return 'field_permission_missing'
  if (rules.length === 0) return 'permission_missing'
  if (reaching.length === 0) return 'record_out_of_reach'
  return reaching.some(({ field }) => field === 'read_only') ? 'field_read_only' : 'field_hidden'
}

const first = (rules: readonly RuleSaid[], deciding: readonly RuleSaid[]) => [
  ...deciding,
  ...rules.filter((rule) => !deciding.includes(rule)),
]
