import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { TokenEndpointResponse } from 'openid-client'
import { isRefusal, persist } from '../../persist.ts'
import { touched } from '../../touched.ts'
import { CONNECTORS } from '../connector.ts'
import {
  type Authority,
  authError,
  client,
  configurationOf,
  openOauth,
  type OauthContext,
  refusalIn,
} from './authority.ts'

/** The tokens of a connector, as they are sealed. Times are milliseconds since 1970. */
interface Tokens {
  readonly access_token: string
  readonly refresh_token?: string
  readonly issued_at: number
  readonly expires_at?: number
  readonly authority: Authority
}

interface Row {
  readonly title: string
  readonly tokens: string | null
  readonly refresh_lease: number | string | null
}

const placeOf = (id: number) => `${CONNECTORS}/${id}/tokens`

/** Milliseconds for which one host may be requesting new tokens. */
const LEASE = 30_000

/** Milliseconds between two checks whether another host has them. */
const PAUSE = 100

export const openTokens = async (id: number, sealed: string, { secrets }: Pick<OauthContext, 'secrets'>) =>
  JSON.parse(await secrets.open(sealed, placeOf(id))) as Tokens

/** Stores the tokens from an authorization server. @param former tokens whose refresh token stays valid unless there is a new one */
export async function sealedTokens(
  id: number,
  { answer, authority, former }: { answer: TokenEndpointResponse; authority: Authority; former?: Tokens },
  { secrets }: Pick<OauthContext, 'secrets'>,
): Promise<{ tokens: string; token_expires_at: string | null }> {
  const { access_token, refresh_token = former?.refresh_token, expires_in } = answer
  const issued_at = Date.now()
  const expires_at = expires_in === undefined ? undefined : issued_at + expires_in * 1_000
  const tokens: Tokens = {
    ...{ access_token, issued_at, authority },
    ...(refresh_token !== undefined && { refresh_token }),
    ...(expires_at !== undefined && { expires_at }),
  }
  const token_expires_at = expires_at === undefined ? null : new Date(expires_at).toISOString()
  return { tokens: await secrets.seal(JSON.stringify(tokens), placeOf(id)), token_expires_at }
}

/** Requests under way on this host: callers who need the same token share a request. */
const underWay = new WeakMap<object, Map<string, Promise<string>>>()

/**
 * The access token of a connector, renewed if it expires soon or was `rejected`. Among all hosts on a database, one requests a new one,
 * while the others wait.
 * @throws ApiError 424 `connector_needs_reauth` if there are no tokens, or no more are issued
 */
export function accessToken(id: number, context: OauthContext, rejected?: string): Promise<string> {
  const ours = underWay.get(context) ?? new Map<string, Promise<string>>()
  underWay.set(context, ours)
  const key = `${id} ${rejected ?? ''}`
  const found = ours.get(key) ?? presentToken(id, context, rejected).finally(() => ours.delete(key))
  ours.set(key, found)
  return found
}

async function presentToken(id: number, context: OauthContext, rejected: string | undefined): Promise<string> {
  const until = Date.now() + LEASE + 5_000
  // All calls that share this request would fail with it, so it waits for a busy database as long as for another host.
  const patiently = <Result>(run: () => Promise<Result>) =>
    persist(run, (error) => isRefusal(error) || Date.now() >= until)
  while (Date.now() < until) {
    const row = await patiently(() => readRow(id, context))
    if (row.tokens === null) throw needsReauth(row.title)
    const tokens = await openTokens(id, row.tokens, context)
    if (tokens.access_token !== rejected && !endsSoon(tokens)) return tokens.access_token
    if (tokens.refresh_token === undefined) {
      if (tokens.access_token !== rejected && !hasEnded(tokens)) return tokens.access_token
      throw await giveUp(id, row, context)
    }
    const lease = await patiently(() => takeLease(id, row, context))
    if (lease !== undefined) return renew(id, { row, tokens, lease }, context)
    await pause(PAUSE)
  }
  throw authError(
    'connector_auth_unreachable',
    'The token of the connector is being renewed, which takes too long. Try again later.',
  )
}

const readRow = (id: number, { db }: OauthContext) =>
  db(CONNECTORS).where({ id }).first<Row>('title', 'tokens', 'refresh_lease')

const hasEnded = ({ expires_at }: Tokens) => expires_at !== undefined && Date.now() >= expires_at

/**
 * Whether to renew a token: a minute before it expires, and up to four minutes earlier, so that the tokens of many connectors that were
 * issued together are not renewed together. For a short-lived token, in its last third at most.
 */
function endsSoon({ expires_at, issued_at, access_token }: Tokens): boolean {
  if (expires_at === undefined) return false
  const share = createHash('sha256').update(access_token).digest().readUInt16BE() / 65_536
  const early = Math.min(60_000 + share * 240_000, (expires_at - issued_at) / 3)
  return Date.now() >= expires_at - early
}

/** Takes the lease for renewing exactly these tokens. Undefined if another host has it, or already has new ones. */
async function takeLease(id: number, { tokens }: Row, { db }: OauthContext): Promise<number | undefined> {
  const now = Date.now()
  const taken = await db(CONNECTORS)
    .where({ id, tokens })
    .where((free) => void free.whereNull('refresh_lease').orWhere('refresh_lease', '<', now))
    .update({ refresh_lease: now + LEASE })
  return taken === 1 ? now + LEASE : undefined
}

interface Renewal {
  readonly row: Row
  readonly tokens: Tokens
  readonly lease: number
}

async function renew(id: number, { row, tokens, lease }: Renewal, context: OauthContext): Promise<string> {
  const own = context.db(CONNECTORS).where({ id, tokens: row.tokens, refresh_lease: lease })
  const answer = await refresh(id, tokens, context).catch(async (error: unknown) => {
    await persist(() => own.clone().update({ refresh_lease: null }))
    throw await refreshFailure(error, { id, row, context })
  })
  const { authority } = tokens
  const renewed = await sealedTokens(id, { answer, authority, former: tokens }, context)
  // The former refresh token is now used up, so these are stored even if the database is busy at first.
  await persist(() => own.clone().update({ ...renewed, refresh_lease: null }))
  return answer.access_token
}

async function refreshFailure(
  error: unknown,
  { id, row, context }: { id: number; row: Row; context: OauthContext },
): Promise<Error> {
  if ((error as { error?: unknown }).error === 'invalid_grant') return giveUp(id, row, context)
  return (
    refusalIn(error) ??
    authError(
      'connector_auth_unreachable',
      `The authorization server of [${row.title}] did not renew the token. Try again later.`,
    )
  )
}

async function refresh(id: number, { authority, refresh_token = '' }: Tokens, context: OauthContext) {
  const { refreshTokenGrant } = await client()
  const configuration = await configurationOf(authority, await openOauth(id, context), context)
  const { resource } = authority
  return refreshTokenGrant(configuration, refresh_token, resource === undefined ? {} : { resource })
}

/** Marks a connector that needs a new sign-in, once, and notifies other plugins. */
async function giveUp(id: number, { tokens, title }: Row, { db, events }: OauthContext): Promise<Error> {
  const changed = await db(CONNECTORS)
    .where({ id, tokens })
    .update({
      ...{ tokens: null, token_expires_at: null, refresh_lease: null },
      ...{ auth_status: 'needs_reauth', auth_detail: NOT_RENEWED, ...touched(db) },
    })
  if (changed === 1) await events.emit('ai-agents.connector_needs_reauth', { connector_id: id, title })
  return needsReauth(title)
}

const NOT_RENEWED = 'The authorization server does not renew the sign-in any more. Connect it again.'

const needsReauth = (title: string) =>
  authError(
    'connector_needs_reauth',
    `[${title}] is not signed in. An operator has to open the connector and choose “Connect”; then send the message again.`,
  )
