import type { ProviderConfig } from '../../base/config/index.ts'

/** A provider with its id and, unless it is a public client, its secret. */
export interface Provider extends ProviderConfig {
  readonly id: string
  readonly secret?: string | undefined
}

/** What a provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>

/** The roles that a provider gives a person, and all that it decides about. */
export function rolesByClaim(
  { roles }: Provider,
  claims: Claims,
): { given: readonly string[]; decided: readonly string[] } {
  if (!roles) return { given: [], decided: [] }
  const claim = claims[roles.claim]
  const values = (Array.isArray(claim) ? claim : [claim]).map(String)
  const given = Object.entries(roles.map).flatMap(([value, names]) => (values.includes(value) ? names : []))
  return { given, decided: Object.values(roles.map).flat() }
}
