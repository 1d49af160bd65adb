import { createHash, randomBytes } from 'node:crypto'
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
import { findAuthority } from './find-authority.ts'
import { openTokens, sealedTokens } from './tokens.ts'

const FLOWS = 'ai_agents_oauth_flows'

/** Milliseconds within which a visit must end. */
const PATIENCE = 600_000

const random = () => randomBytes(32).toString('base64url')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const placeOf = (state_hash: string) => `${FLOWS}/${state_hash}/code_verifier`

interface Visitor {
  readonly id: number
  readonly account: string
  /** The address of this host. */
  readonly address: string
}

/** The data for the end of a visit, sealed. */
interface Kept {
  readonly verifier: string
  readonly authority: Authority
}

/** The address to which an authorization server sends people back, one for each connector. */
export const redirectOf = ({ id, address }: Pick<Visitor, 'address'> & { id: number | string }) =>
  `${address}/api/v1/ai-agents/connectors/${id}/auth/callback`

/**
 * Begins a visit to the authorization server of a connector. Only the account that began it can end it, once, within ten minutes, and in
 * the browser that has the secret.
 * @throws ApiError
 */
export async function beginVisit(visitor: Visitor, context: OauthContext) {
  const { id, account, address } = visitor
  const { db, secrets } = context
  const connector = await openOauth(id, context)
  const redirect_uri = redirectOf(visitor)
  const former = await formerAuthority(id, context)
  const authority = await findAuthority(connector, { site: { address, redirect_uri }, former, context })
  const configuration = await configurationOf(authority, connector, context)
  const [state, verifier, secret] = [random(), random(), random()]
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await client()
  const { scope, resource, issuer } = authority
  const url = buildAuthorizationUrl(configuration, {
    ...{ redirect_uri, state, code_challenge_method: 'S256' },
    code_challenge: await calculatePKCECodeChallenge(verifier),
    ...(scope !== undefined && { scope }),
    ...(scope?.split(' ').includes('offline_access') === true && { prompt: 'consent' }),
    ...(resource !== undefined && { resource }),
  })
  const now = Date.now()
  const [state_hash, kept] = [hashOf(state), { verifier, authority } satisfies Kept]
  const expires_at = new Date(now + PATIENCE).toISOString()
  await db(FLOWS).where('expires_at', '<', new Date(now).toISOString()).delete()
  await db(FLOWS).insert({
    ...{ connector_id: id, state_hash, issuer, redirect_uri, account, session: hashOf(secret), expires_at },
    code_verifier: await secrets.seal(JSON.stringify(kept), placeOf(state_hash)),
    created_at: new Date(now).toISOString(),
  })
  return { authorization_url: url.href, expires_at, secret }
}

async function formerAuthority(id: number, context: OauthContext): Promise<Authority | undefined> {
  const row = await context.db(CONNECTORS).where({ id }).first<{ tokens: string | null }>('tokens')
  return row.tokens === null ? undefined : (await openTokens(id, row.tokens, context)).authority
}

interface Return extends Pick<Visitor, 'id' | 'account'> {
  /** From the cookie. */
  readonly secret: string | undefined
  /** Including the `?`. */
  readonly search: string
}

/**
 * Ends a visit and stores the tokens. Nothing in the address is repeated.
 * @throws ApiError 400 `connector_visit_expired` for an unknown or used visit, or one of another person or connector; 424
 */
export async function endVisit(visit: Return, context: OauthContext): Promise<{ title: string }> {
  const { id, search } = visit
  const state = new URLSearchParams(search).get('state') ?? ''
  const flow = await useFlow(visit, state, context)
  const connector = await openOauth(id, context)
  const kept = await exchange().catch(async (error: unknown) => {
    const { db } = context
    const failed = refusalIn(error) ?? failure(error, connector.title)
    const row = () => db(CONNECTORS).where({ id })
    await row().update({ auth_detail: failed.message.slice(0, 500), ...touched(db) })
    await row().whereNull('tokens').update({ auth_status: 'failed' })
    throw failed
  })
  await keepTokens(id, { state, kept }, context)
  return connector

  async function exchange() {
    const { verifier, authority } = JSON.parse(
      await context.secrets.open(flow.code_verifier, placeOf(hashOf(state))),
    ) as Kept
    const { authorizationCodeGrant } = await client()
    const configuration = await configurationOf(authority, connector, context)
    const { resource } = authority
    const answer = await authorizationCodeGrant(
      configuration,
      new URL(flow.redirect_uri + search),
      { pkceCodeVerifier: verifier, expectedState: state },
      resource === undefined ? {} : { resource },
    )
    return sealedTokens(id, { answer, authority }, context)
  }
}

/** Stores tokens, unless the connector was moved or signed out since they were requested, which deletes its visits. */
function keepTokens(id: number, { state, kept }: { state: string; kept: object }, { db }: OauthContext): Promise<void> {
  return db.transaction(async (trx) => {
    // A simultaneous move of the connector happens entirely before or after this.
    await trx(CONNECTORS).where({ id }).forUpdate().first('id')
    const flow: unknown = await trx(FLOWS)
      .where({ state_hash: hashOf(state) })
      .first('id')
    if (flow === undefined) throw visitEnded()
    await trx(CONNECTORS)
      .where({ id })
      .update({ ...kept, refresh_lease: null, auth_status: 'connected', auth_detail: null, ...touched(trx) })
  })
}

/** Takes a visit in the statement that checks it, so that it is used only once. */
async function useFlow({ id, account, secret = '' }: Return, state: string, { db }: OauthContext): Promise<Flow> {
  const now = new Date().toISOString()
  const mine = { state_hash: hashOf(state), connector_id: id, account, session: hashOf(secret) }
  const used = await db(FLOWS).where(mine).whereNull('used_at').where('expires_at', '>', now).update({ used_at: now })
  if (used === 1) return db(FLOWS).where(mine).first<Flow>('code_verifier', 'redirect_uri')
  throw visitEnded()
}

const visitEnded = () =>
  authError(
    'connector_visit_expired',
    'This visit has ended, or was begun elsewhere. Go back to the connector and connect it again.',
  )

interface Flow {
  readonly code_verifier: string
  readonly redirect_uri: string
}

/** Texts for the error codes of authorization servers (RFC 6749 section 5.2). Nothing else from them is repeated. */
const REASONS: Readonly<Record<string, string>> = {
  invalid_grant: 'does not accept the sign-in: it took too long, or was used already. Connect it again.',
  invalid_client: 'does not know this client. Check the client id and the client secret, then connect it again.',
  unauthorized_client: 'does not know this client. Check the client id and the client secret, then connect it again.',
  invalid_scope: 'does not offer these scopes. Check them, then connect it again.',
  invalid_target: 'does not issue tokens for this address. Check the address, then connect it again.',
}

function failure(error: unknown, title: string) {
  const { error: code } = error as { error?: unknown }
  const reason = typeof code === 'string' ? REASONS[code] : undefined
  if (reason !== undefined)
    return authError('connector_auth_failed', `The authorization server of [${title}] ${reason} Nothing was kept.`)
  if (code === 'access_denied')
    return authError('connector_auth_refused', `The sign-in of [${title}] was refused or cancelled. Connect it again.`)
  return authError(
    'connector_auth_failed',
    `The authorization server of [${title}] answered something that is no valid sign-in. Nothing was kept. Connect it again, and check issuer, client id and client secret.`,
  )
}
