import { ApiError, invalid_values } from '@atrium/sdk'
import { classifyDatabaseError } from '../../base/db/index.ts'
import type { Attributes } from './grants.ts'
import type { Principal } from './identity.ts'
import { type PreferenceColumns, type Preferences, toPreferences } from './preferences.ts'
import { normalizeEmail } from './users.ts'

/** A person or a service account, as screens and programs see it. */
export interface UserRecord extends Preferences {
  readonly id: string
  /** A service account holds tokens and cannot sign in. */
  readonly kind: 'person' | 'service'
  readonly name: string
  readonly email: string | null
  /** `invited`: has never signed in and has no password yet. */
  readonly state: 'active' | 'invited' | 'disabled'
  /** Ids of roles. */
  readonly roles: readonly string[]
  /** Granted directly, not through a role, on all records. */
  readonly permissions: readonly string[]
  readonly attributes: Attributes
  readonly has_password: boolean
  readonly last_sign_in_at: string | null
  readonly disabled_at: string | null
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
}

/** The input for a person or service account. */
export interface UserValues extends Partial<Preferences> {
  readonly name: string
  readonly kind?: UserRecord['kind']
  readonly email?: string | null
  readonly roles?: readonly string[]
  readonly permissions?: readonly string[]
  readonly attributes?: Attributes
}

/** The values that may change. The kind is fixed. */
export interface UserPatch extends Partial<Omit<UserValues, 'kind'>> {
  readonly disabled?: boolean
}

/** A role that somebody holds. */
export interface Assigned {
  readonly user_id: string
  readonly role_id: string
  /** Null for grants from before this was recorded. */
  readonly granted_at: string | null
}

/** Somebody’s roles have changed: the ids before and after, and who changed them. */
export interface RolesChange {
  readonly user_id: string
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly by: Principal
}

/** A row of `platform_users`. */
export interface UserRow extends PreferenceColumns {
  readonly id: string
  readonly kind: UserRecord['kind']
  readonly name: string
  readonly email: string | null
  readonly password_hash: string | null
  readonly permissions: string
  readonly attributes: string
  readonly last_sign_in_at: string | null
  readonly disabled_at: string | null
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
}

/** Makes a record of a row. @param roles ids */
export function toRecord(
  { password_hash, permissions, attributes, ...row }: UserRow,
  roles: readonly string[],
): UserRecord {
  const { id, kind, name, email, last_sign_in_at, disabled_at, version, created_at, updated_at } = row
  const isNew = kind === 'person' && password_hash === null && last_sign_in_at === null
  return {
    ...{ id, kind, name, email, roles },
    state: disabled_at !== null ? 'disabled' : isNew ? 'invited' : 'active',
    permissions: JSON.parse(permissions) as string[],
    attributes: JSON.parse(attributes) as Attributes,
    ...toPreferences(row),
    has_password: password_hash !== null,
    ...{ last_sign_in_at, disabled_at, version, created_at, updated_at },
  }
}

/** @throws ApiError `validation_failed` at `name` */
export function nameOf(name: string): string {
  if (name.trim() !== '') return name.trim()
  throw invalid_values([{ pointer: '/name', message: 'Enter a name.' }])
}

/** The e-mail for the table. A service account has none, because it cannot sign in. @throws ApiError `validation_failed` at `email` */
export function emailOf(email: string | null | undefined, kind: UserRecord['kind']): string | null {
  if (email === null || email === undefined || email.trim() === '') return null
  if (kind === 'service') {
    const message = 'A service account cannot sign in, so it has no e-mail. Leave this field empty.'
    throw invalid_values([{ pointer: '/email', message }])
  }
  if (isEmail(email)) return normalizeEmail(email)
  const message = `[${email}] is no e-mail address. Enter one such as ada@example.com.`
  throw invalid_values([{ pointer: '/email', message }])
}

/** The longest e-mail address that a mail server accepts (RFC 5321). */
const LONGEST_EMAIL = 254

/** Whether a text can be an e-mail address. Only its owner knows whether it is one. */
export const isEmail = (text: string) =>
  text.trim().length <= LONGEST_EMAIL && /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u.test(text.trim())

/** @throws ApiError `record_not_found` */
export function notFound(id: string): never {
  throw new ApiError('record_not_found', { detail: `There is nobody with the id [${id}]. They may have been deleted.` })
}

/** For `catch`: names the e-mail that somebody else has. @throws ApiError `validation_failed`, or the given error */
export function explainTaken(error: unknown): never {
  if (classifyDatabaseError(error)?.kind !== 'unique') throw error
  const message = 'Somebody else signs in with this e-mail. Enter a different one.'
  throw invalid_values([{ pointer: '/email', message }])
}
