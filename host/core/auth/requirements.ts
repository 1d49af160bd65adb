import type { User } from './users.ts'

/** How the members of a role must sign in: the column `requirements` of `platform_roles`. */
export interface SignInRequirements {
  /** A second factor: an authenticator app, a passkey, or a provider that asks for one. */
  readonly second_factor?: 'required'
  /** One of these methods, too. */
  readonly method?: 'passkey' | 'oidc'
}

/** What all roles of a person require together. */
export interface Requirements {
  readonly second_factor: boolean
  readonly passkey: boolean
  readonly oidc: boolean
}

/** Reads what the roles of a person require. */
export type RequirementsOf = (user: User) => Promise<Requirements>

/** Joins the requirements of several roles: all of them must be met. */
export function joinRequirements(each: readonly SignInRequirements[]): Requirements {
  return {
    second_factor: each.some(({ second_factor }) => second_factor === 'required'),
    passkey: each.some(({ method }) => method === 'passkey'),
    oidc: each.some(({ method }) => method === 'oidc'),
  }
}
