export { deviceOf } from './device.ts'
export { createId, createSecret, hashSecret } from './secret.ts'
export {
  type Authenticate,
  createPrincipal,
  everybodysRole,
  fieldRulesOf,
  hasFieldRules,
  isLackOfToken,
  type Identity,
  type Principal,
  toPrincipal,
} from './identity.ts'
export {
  createRateLimit,
  PER_ADDRESS,
  PER_CALLER,
  networkOf,
  type RateLimit,
  type RateLimitOptions,
  tooManyRequests,
} from './create-rate-limit.ts'
export { checkOrigin, isSameOrigin } from './origin.ts'
export { createReadSender, type ReadSender, type SenderOptions } from './sender.ts'
export { type Auth, type AuthOptions, createAuth } from './create-auth.ts'
export type { FormerCaller } from './resume.ts'
export { authMigrations } from './auth-migrations.ts'
export { compareGrants } from './compare-grants.ts'
export { covers, createGrant, type Holder, isPlainQuery, type Role, rolesOn } from './grants.ts'
export { type AskedField, type AskedRecord, explain, type Explanation, withheldFrom, wouldAllow } from './explain.ts'
export { holderOf } from './holders.ts'
export type { ManageUsers } from './manage-users.ts'
export type { GrantUse } from './grant-use.ts'
export { peopleAmong, peopleWith, type Sought } from './people-with.ts'
export { inOneLine, LONGEST_NAME, personName } from './person-name.ts'
export { preferenceColumns, type Preferences, toPreferences } from './preferences.ts'
export type { GrantingRole } from './granting-roles.ts'
export type { ChangedBy, RoleRecord, Roles, RoleValues } from './roles.ts'
export type { Client, NewSession, SessionRecord, Sessions } from './sessions.ts'
export { clearSessionCookie, clientOf, formerSecretOf, setSessionCookie } from './session-cookie.ts'
export { normalizeEmail, type User, type Users } from './users.ts'
export {
  hasSecondFactor,
  type Method,
  readRequirements,
  type Requirements,
  type RequirementsOf,
  type SignInRequirements,
} from './requirements.ts'
export { conditionFields, holdsWhole, requireNotBeyond } from './granting.ts'
export type { Authority } from './authority.ts'
export type { LinkPurpose, SignInLinks, Tickets } from './one-time-secrets.ts'
export type { TokenRecord, Tokens, TokenValues } from './tokens.ts'
export { isEmail, type RolesChange, type UserPatch, type UserRecord, type UserValues } from './user-record.ts'
export { PREVIEW_HEADER, PREVIEW_PERMISSION, type Preview, previewText } from './preview.ts'
