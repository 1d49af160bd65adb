import type { Database } from '../../base/db/index.ts'
import type { User } from './users.ts'

/**
 * What a person has proved. `oidc`: a provider vouches for them; `provider_factor`: the provider states that it has asked for a second
 * factor too. `rescue` is a sign-in link of an operator for a person whose roles require a method that this host cannot offer.
 */
export type Method = 'password' | 'link' | 'rescue' | 'oidc' | 'provider_factor' | 'passkey' | 'totp' | 'recovery_code'

/**
 * Methods that count as a second factor after a password or a link. A passkey counts as both factors: the device, and its owner's finger or
 * PIN.
 */
const SECOND: readonly string[] = ['passkey', 'totp', 'recovery_code', 'provider_factor'] satisfies Method[]

/** Whether one of the methods is a second factor. */
export const hasSecondFactor = (methods: readonly string[]) => methods.some((method) => SECOND.includes(method))

/** How the holders of a role must sign in: the column `requirements` of `platform_roles`. */
export interface SignInRequirements {
  /** A second factor: an authenticator app, a passkey, or a provider that asks for one. */
  readonly second_factor?: 'required' | undefined
  /** This method is required in addition. */
  readonly method?: 'passkey' | 'oidc' | undefined
}

/** The combined requirements of all roles of a person. */
export interface Requirements {
  readonly second_factor: boolean
  readonly passkey: boolean
  readonly oidc: boolean
}

/** Reads what the roles of a person require. */
export type RequirementsOf = (user: Pick<User, 'id'>) => Promise<Requirements>

/** Joins the requirements of several roles: all of them must be met. */
export function joinRequirements(each: readonly SignInRequirements[]): Requirements {
  return {
    second_factor: each.some(({ second_factor }) => second_factor === 'required'),
    passkey: each.some(({ method }) => method === 'passkey'),
    oidc: each.some(({ method }) => method === 'oidc'),
  }
}

/** Whether a sign-in with these methods meets the requirements. */
export function meetsRequirements(required: Requirements, methods: readonly string[]): boolean {
  const isRescue = methods.includes('rescue')
  if (required.oidc && !isRescue && !methods.includes('oidc')) return false
  if (required.passkey && !isRescue && !methods.includes('passkey')) return false
  return !required.second_factor || hasSecondFactor(methods)
}

/** Reads the column of a role. */
export const toRequirements = (text: string | null): SignInRequirements =>
  text === null ? {} : (JSON.parse(text) as SignInRequirements)

/** Reads the requirements of people's roles from the database, in the present transaction. */
export function readRequirements(database: Database): RequirementsOf {
  return async ({ id }) => {
    const rows: { requirements: string }[] = await database
      .context('platform_user_roles as assigned')
      .join('platform_roles as role', 'role.id', 'assigned.role_id')
      .where('assigned.user_id', id)
      .whereNotNull('role.requirements')
      .select('role.requirements')
    return joinRequirements(rows.map(({ requirements }) => toRequirements(requirements)))
  }
}
