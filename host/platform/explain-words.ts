import type { GrantExplanation } from '@atrium/sdk/documents'
import { type AskedField, type Explanation, isPlainQuery } from '../core/auth/index.ts'

type Said = Omit<Explanation, 'rules'> & Pick<GrantExplanation, 'rules'>

const SENTENCES: Readonly<Record<Explanation['reason'], (about: AboutRoles) => string>> = {
  granted: ({ name, permission, roles }) => `[${name}] may, because ${roles} grants [${permission}].`,
  records_limited: ({ name, limits }) => `[${name}] sees only some of these records: ${limits()}.`,
  permission_missing: ({ name, permission }) => `No role of [${name}] grants [${permission}].`,
  token_limited: ({ name, lacking }) => `[${name}] holds [${lacking}], but the token does not.`,
  record_out_of_reach: ({ permission, roles, limits }) =>
    `${roles} grants [${permission}], but not for this record: ${limits()}.`,
  field_hidden: ({ roles, field }) => `${roles} hides the field [${field}].`,
  field_permission_missing: ({ name, field, lacking }) =>
    `The field [${field}] requires [${lacking}], which no role of [${name}] grants.`,
  field_read_only: ({ roles, field }) => `${roles} shows the field [${field}] but makes it read-only.`,
}

/** The subject and the person of the question. */
interface AboutQuestion {
  readonly name: string
  readonly permission: string
  readonly field: AskedField | undefined
}

interface AboutRoles {
  readonly name: string
  readonly permission: string
  readonly field: string
  /** The permission that the token, or roles for a field, lack. */
  readonly lacking: string
  /** The roles that decide, in brackets. */
  readonly roles: string
  /** The limit that each of them sets. */
  readonly limits: () => string
}

/** An explanation in a sentence. */
export function sentenceOf({ reason, rules, grant }: Said, { name, permission, field }: AboutQuestion): string {
  const roles = [...new Set(rules.map(({ role }) => `[${role.label}]`))].join(', ')
  const limits = () => rules.map((rule) => limitOf(rule, name)).join('; ')
  const lacking = (reason === 'token_limited' ? grant?.token : field?.permission) ?? permission
  return SENTENCES[reason]({ name, permission, field: field?.name ?? '', lacking, roles, limits })
}

function limitOf({ role, condition = '', where }: GrantExplanation['rules'][number], name: string): string {
  const only = `[${role.label}] reaches only those with [${readable(condition)}]`
  if (where === undefined) return `${only}, and [${name}] has no values that [mine] could stand for`
  return where === condition ? only : `${only}, which is [${readable(where)}] for [${name}]`
}

/** A condition is written like the query of a list: `owner=Maria+Santos`. Several are joined by `&&`. */
const readable = (conditions: string) =>
  conditions
    .split('&&')
    .map((each) =>
      isPlainQuery(each) ? each : [...new URLSearchParams(each)].map(([name, value]) => `${name}=${value}`).join('&'),
    )
    .join(' and ')
