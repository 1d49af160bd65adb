export { deviceOf } from './device.ts'
export { createSecret } from './secret.ts'
export { hasFieldRules, type Identity, type Authenticate, type Principal, toPrincipal } from './identity.ts'
export {
  createRateLimit,
  PER_ADDRESS,
  PER_CALLER,
  networkOf,
  type RateLimit,
  type RateLimitOptions,
} from './create-rate-limit.ts'
export { checkOrigin, isSameOrigin } from './origin.ts'
export { type Auth, createAuth } from './create-auth.ts'
export type { FormerCaller } from './resume.ts'
export { authMigrations } from './auth-migrations.ts'
export { compareGrants } from './compare-grants.ts'
export { covers, type Holder, type Role } from './grants.ts'
export { type AskedRecord, explain, type Explanation } from './explain.ts'
export { holderOf, type ManageUsers } from './manage-users.ts'
export type { AccountLink, AccountLinks } from './account-links.ts'
export type { MailOptions } from './mailer.ts'
export type { GrantUse } from './grant-use.ts'
export type { Preferences } from './preferences.ts'
export type { ChangedBy, RoleRecord, Roles, RoleValues } from './roles.ts'
export type { SessionRecord, Sessions } from './sessions.ts'
export type { TokenRecord, Tokens, TokenValues } from './tokens.ts'
export type { UserPatch, UserRecord, UserValues } from './user-record.ts'
export { actorOf, PREVIEW_HEADER, PREVIEW_PERMISSION, type Preview, previewText } from './preview.ts'
