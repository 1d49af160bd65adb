import { hash, timingSafeEqual } from 'node:crypto'
import type { Caller } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import { type Access, type AgentNote, present_permission } from '@atrium/sdk/host'
import {
  accessTo,
  type Attributes,
  commonPermissions,
  createGrant,
  filledCondition,
  type Holder,
  plainRole,
  type Role,
} from './grants.ts'
import type { Preview } from './preview.ts'

/** Permissions that every caller has: to read who they are, sign out and change their password. */
const OWN = 'auth.*'

/** Everybody who signs in uses the shell, regardless of their roles. It shows them only what they may use. */
const SHELL = 'platform.shell.view'

/** The permission to read one's own identity. */
const WHO = 'auth.me.view'

/** An authenticated caller. */
export interface Principal extends Caller {
  /** All its permissions, as in the answer of `GET /api/v1/auth/me`. */
  readonly permissions: readonly string[]
  /** The account that its requests count against and that the log names: its own, or in a preview the viewer's. */
  readonly actor_id: string
  /** The roles behind its permissions, to work out and explain what it may access. */
  readonly holder: Holder
  /** Present if the caller signed in. `expires_at` is the latest end, regardless of activity. */
  readonly session?: { readonly id: string; readonly expires_at: string }
  /** Present if the caller uses an API token. Its `id` is that of the token's owner. */
  readonly token?: { readonly id: string; readonly expires_at?: string }
  /** Present in a preview of this role or person. Such a caller changes nothing and has no account. */
  readonly preview?: Preview
  /** Present if a plugin acts on behalf of somebody, as an agent. */
  readonly acting?: Acting
}

/** The plugin and the agent that act, and the reason. Kept in the audit log. */
export interface Acting extends AgentNote {
  readonly plugin: string
}

/** A caller whose grants are not worked out yet. */
export interface KnownCaller extends Pick<
  Principal,
  'id' | 'kind' | 'name' | 'session' | 'token' | 'preview' | 'acting'
> {
  /** Granted directly, not through a role, on all records. Default: none. */
  readonly permissions?: readonly string[]
  readonly roles?: readonly Role[]
  /** The values of the person behind `mine` in record conditions. */
  readonly attributes?: Attributes
  /** The person whose grants these are, for `me` in record conditions. Default: the caller. */
  readonly owner_id?: string
  /** The permissions of a token: it may do what its owner may, within these. Default: no limit. */
  readonly limit?: readonly string[]
}

/**
 * Makes a caller who may do whatever any of its roles allows. Adds the permissions that every caller has, in a preview only `auth.me.view`.
 */
export function createPrincipal(given: KnownCaller): Principal {
  const { permissions: own = [], roles = [], attributes = {}, owner_id = given.id, limit, ...known } = given
  const counting = own.length > 0 ? [plainRole('own permissions', own), ...roles] : roles
  const held = [...new Set(counting.flatMap(({ permissions }) => permissions))]
  const allowed = limit ? commonPermissions(held, limit) : held
  const account = [given.preview ? WHO : OWN, ...(isInShell(given) ? [SHELL] : [])]
  const permissions = allowed.includes('*') ? ['*'] : [...allowed, ...account]
  const holder = { id: owner_id, roles: counting, attributes, limit }
  const grant = createGrant(permissions)
  const can = known.preview ? withoutAccount(grant) : grant
  const actor_id = known.preview?.by.id ?? known.id
  return { ...known, actor_id, permissions, holder, can, scope: createScope(holder) }
}

/** When the session or token of a caller expires, in milliseconds since 1970; in a preview, that of the viewer. Infinity: never. */
export function endOf({ session, token, preview }: Principal): number {
  if (preview) return endOf(preview.by)
  const expires_at = session?.expires_at ?? token?.expires_at
  return expires_at === undefined ? Infinity : Date.parse(expires_at)
}

/** The permissions that every person or service account has regardless of their roles, as a role. */
export const everybodysRole = (kind: 'person' | 'service'): Role =>
  plainRole('everybody', kind === 'person' ? [OWN, SHELL] : [OWN])

/** Whether somebody has signed in, or is previewed as if they had. */
const isInShell = ({ session, preview, kind }: KnownCaller) => session ?? (preview && kind === 'person')

/** A preview names the person shown, but gives no access to their account. */
const withoutAccount =
  (can: Principal['can']): Principal['can'] =>
  (permission) =>
    permission === WHO || (!permission.startsWith('auth.') && can(permission))

/**
 * Makes `Caller.scope`: what each role that grants the present call, or another permission, allows. Worked out once for each table and
 * permission, and not at all for tables without rules.
 */
function createScope(holder: Holder): Principal['scope'] {
  const ruled = new Set(
    holder.roles.flatMap(({ conditions, fields }) => [...conditions, ...fields].map(({ resource }) => resource)),
  )
  const known = new Map<string, readonly Access[] | undefined>()
  return (resource, asked) => {
    if (!ruled.has(resource)) return undefined
    const permission = asked ?? present_permission()
    const key = `${permission ?? ''} ${resource}`
    if (!known.has(key)) known.set(key, accessTo(holder, { resource, permission }))
    return known.get(key)
  }
}

/** Whether a role of the caller hides fields or makes them read-only. */
export const hasFieldRules = (caller: Caller) =>
  'holder' in caller && (caller as Principal).holder.roles.some(({ fields }) => fields.length > 0)

/**
 * A digest of all that decides which fields a caller's roles hide or make read-only: callers with the same digest see the same fields.
 * Undefined if the roles limit no field.
 */
export function fieldRulesOf(caller: Caller): string | undefined {
  if (!hasFieldRules(caller)) return undefined
  const known = fieldRules.get(caller) ?? digestFieldRules((caller as Principal).holder)
  fieldRules.set(caller, known)
  return known
}

const fieldRules = new WeakMap<Caller, string>()

/** The only thing that matters about conditions is whether they leave all records, some or none. */
function digestFieldRules(holder: Holder): string {
  const leaves = (where: string | undefined) => (where === undefined ? 'none' : where === '' ? 'all' : 'some')
  const rules = holder.roles.map(({ permissions, fields, conditions }) => [
    ...[permissions, fields],
    conditions.map(({ resource, where }) => [resource, leaves(filledCondition(where, holder))]),
  ])
  return hash('sha256', JSON.stringify(rules), 'base64url')
}

/** Whether the caller uses a token that lacks a permission of its owner. */
export function isLackOfToken(caller: Caller, permission: string): boolean {
  const { holder, token } = caller as Principal
  return token !== undefined && createGrant(holder.roles.flatMap(({ permissions }) => permissions))(permission)
}

/** Narrows a caller to a Principal. @throws ApiError `unauthenticated` for a caller without credentials, such as the host itself */
export function toPrincipal(caller: Caller): Principal {
  if ('permissions' in caller) return caller as Principal
  throw new ApiError('unauthenticated', {
    detail: `The caller [${caller.id}] has not signed in. Sign in, or send an API token as \`Authorization: Bearer …\`.`,
  })
}

/** The sender of a request, and how they authenticated. */
export interface Identity {
  readonly caller: Principal
  /**
   * How the caller authenticated. Requests with a cookie that change something must come from the platform's own origin
   * (ARCHITECTURE: Identity). `cli` is the command line's bearer token from `data/host.json`.
   */
  readonly by: 'cookie' | 'bearer' | 'cli'
  /** The id of the session, if there is one. */
  readonly sessionId?: string
}

/** The parts of a request that identify its caller. */
export interface Credentials {
  readonly authorization?: string | undefined
  readonly cookie?: string | undefined
  /** Whether the client used https, possibly according to a trusted proxy. If so, only the `__Host-…` cookie counts. Default false. */
  readonly secure?: boolean
}

/**
 * Identifies the caller of a request. Returns undefined without credentials and for the cookie of an ended session, so that the
 * sign-in page still opens. Synchronous if the answer is cached, because every request takes this path.
 * @throws ApiError `unauthenticated` for a wrong bearer token, so that a program with a stale token does not run as anonymous
 */
export type Authenticate = (credentials: Credentials) => Identity | undefined | Promise<Identity | undefined>

/** A token that is configured at the start, with its holder's id and name for the audit log. */
export interface ConfiguredToken extends Pick<Identity, 'by'> {
  readonly token: string
  readonly id: string
  readonly name: string
  /** All permissions of the token. Default: everything. */
  readonly permissions?: readonly string[]
}

/** The configured tokens and their holders. */
export interface ConfiguredTokens {
  readonly identities: readonly Identity[]
  /** The holder of a token; undefined for an unknown token. Compares hashes, which takes 2 µs. */
  readonly identityOf: (token: string) => Identity | undefined
}

/** Keeps the hashes of the configured tokens and compares them in constant time, so that neither the length nor a common prefix leaks. */
export function configuredTokens(tokens: readonly ConfiguredToken[]): ConfiguredTokens {
  const known = tokens.map(({ token, id, name, by, permissions = ['*'] }) => {
    // It has no account, so it does not even get the permissions that everybody has for their own account.
    const only = { permissions, can: createGrant(permissions) }
    const caller = { ...createPrincipal({ id, kind: 'token', name, permissions }), ...only }
    return { hash: sha256(token), identity: { caller, by } }
  })
  return {
    identities: known.map(({ identity }) => identity),
    identityOf: (token) => {
      const given = sha256(token)
      return known.find((each) => timingSafeEqual(each.hash, given))?.identity
    },
  }
}

const sha256 = (text: string) => hash('sha256', text, 'buffer')
