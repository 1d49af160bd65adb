import { allows, grantsOn, hasRules, type Holder, isWithinLimit, type Role, type RoleGrant } from './grants.ts'

/** What is asked about a person: a permission, perhaps on a list or on a record, perhaps on a field of it. */
export interface Question {
  readonly permission: string
  /** The table of a list. */
  readonly list?: string | undefined
  readonly record?: AskedRecord | undefined
  readonly field?: AskedField | undefined
}

/** A record, and how to tell whether it meets a condition. */
export interface AskedRecord {
  readonly resource: string
  readonly id: string | number
  /** Whether the record meets a list query with the person's values. Every record meets the empty one. */
  meets(where: string): boolean
}

/** A field, and what is wanted of it. */
export interface AskedField {
  readonly name: string
  readonly to: 'see' | 'change'
  /** The permission that its schema asks for, whatever roles say about the field. */
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

/** What one role says about the question. */
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

/** The least that would turn a refusal around, or widen a limited list: a role to add, and a permission to add to the token. */
export interface SmallestGrant {
  readonly role?: Pick<Role, 'permissions' | 'conditions' | 'fields'>
  readonly token?: string
}

export interface Explanation {
  readonly allowed: boolean
  readonly reason: Reason
  /** What each role that grants the permission says, those that decide first. */
  readonly rules: readonly RuleSaid[]
  /** Present for a refusal and for a limited list. */
  readonly grant?: SmallestGrant
}

/** Tells why a person may or may not do something: which rule decides, and the smallest grant that would change a refusal. */
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
 * Makes the function that tells whether one more role would allow without a limit what is asked. It is asked about every role there is, so
 * no rule is made.
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
  const { permission, list, record, field } = question
  // Most roles have no rule for the table. Those that have one are worked out.
  if (!hasRules(role, tableOf(question))) return true
  if (list !== undefined && field === undefined) return !role.conditions.some(({ resource }) => resource === list)
  const [grant] = grantsOn({ ...holder, roles: [role] }, { resource: tableOf(question), permission })
  if (grant === undefined || (record && !isMet(grant, record))) return false
  return field === undefined || isFree(limitOn(field, grant), field)
}

/** The fields of a list or a record that somebody does not see, although they see the list or the record. */
export function withheldFrom<Field extends Pick<AskedField, 'name' | 'permission'>>(
  holder: Holder,
  question: Omit<Question, 'field'>,
  fields: readonly Field[],
): readonly Field[] {
  const { permission, record } = question
  const grants = grantsOn(holder, { resource: tableOf(question), permission })
  const reaching = record ? grants.filter((grant) => isMet(grant, record)) : grants
  return fields.filter(
    (field) =>
      reaching.every(({ hidden }) => hidden.includes(field.name)) ||
      (field.permission !== undefined && !allows(holder, field.permission)),
  )
}

/** What each role that grants the permission says: all of them, those that reach the record, and those of them that leave the field alone. */
function saidBy(holder: Holder, question: Question) {
  const on = { resource: tableOf(question), permission: question.permission }
  const rules = grantsOn(holder, on).map((grant) => ruleOf(grant, question))
  const reaching = rules.filter(({ meets }) => meets !== false)
  return { rules, reaching, allowing: reaching.filter((rule) => isFree(rule.field, question.field)) }
}

const tableOf = ({ record, list }: Question) => record?.resource ?? list

/** Whether a role leaves alone the field that was asked about, or at least shows it if that is enough. */
const isFree = (field: RuleSaid['field'], asked: AskedField | undefined) =>
  field !== 'hidden' && (field !== 'read_only' || asked?.to === 'see')

/** Whether no role shows all records of the list that was asked about. */
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

const isMet = ({ where }: RoleGrant, record: AskedRecord) => where !== undefined && record.meets(where)

const limitOn = ({ name }: AskedField, { hidden, read_only }: RoleGrant) =>
  hidden.includes(name) ? 'hidden' : read_only.includes(name) ? 'read_only' : 'free'

/** Without a record, the permissions alone. With one, on this record only. */
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
